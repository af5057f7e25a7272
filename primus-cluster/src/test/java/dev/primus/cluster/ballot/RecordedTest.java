package dev.primus.cluster.ballot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ballot.BallotMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Frames of version 1, as they were first sent: readable for ever, and written the same. A new kind of message gets a new
 * line ({@code -Dprimus.frames=write}, and a look at the difference); a line that is there is never changed.
 */
@Tag("B10")
@Tag("B12")
class RecordedTest {
    private static final String LETTERS = "letters-v1.txt";
    private static final String ENVELOPES = "envelopes-v1.txt";

    @Test
    @DisplayName("every message of version 1 is read as what it was, and written as it was")
    void letters() throws IOException, RefusedMail {
        List<BallotMessage> messages = Samples.messages();
        List<String> recorded = recorded(
                LETTERS,
                messages.stream()
                        .map(message -> new String(Samples.json(message), UTF_8))
                        .toList());
        assertThat(recorded).hasSameSizeAs(messages);
        for (int i = 0; i < recorded.size(); i++) {
            byte[] json = recorded.get(i).getBytes(UTF_8);
            assertThat(LetterReader.read(json).message()).isEqualTo(messages.get(i));
            assertThat(Samples.json(messages.get(i))).isEqualTo(json);
        }
    }

    @Test
    @DisplayName("every envelope of version 1 opens, its signature holds, and it is sealed to the same bytes")
    void envelopes() throws IOException, RefusedMail {
        List<Sealed> sealed = envelopesOfAll();
        List<String> recorded = recorded(
                ENVELOPES,
                sealed.stream()
                        .map(each -> HexFormat.of().formatHex(each.envelope()))
                        .toList());
        List<BallotMessage> heard = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            byte[] bytes = HexFormat.of().parseHex(recorded.get(i));
            assertThat(bytes).isEqualTo(sealed.get(i).envelope());
            Envelope envelope = EnvelopeReader.read(bytes);
            assertThat(Samples.members()
                            .verify(
                                    envelope.sender().name(),
                                    envelope.keyId(),
                                    envelope.signed(),
                                    envelope.signature()))
                    .isTrue();
            for (byte[] letter : envelope.letters()) {
                heard.add(LetterReader.read(letter).message());
            }
        }
        assertThat(heard).containsExactlyElementsOf(Samples.messages());
    }

    private static List<Sealed> envelopesOfAll() {
        Sealer sealer = new Sealer(Samples.CLUSTER, Samples.CORE_1, Samples.KEY_1, () -> Samples.NOW, new Refusals());
        return Stream.of(Samples.first(), Samples.added(), Samples.withCharters())
                .flatMap(messages -> sealer.seal(Samples.CORE_2, messages).stream())
                .map(mail -> (Sealed) mail.message())
                .toList();
    }

    private static List<String> recorded(String name, List<String> now) throws IOException {
        if ("write".equals(System.getProperty("primus.frames"))) {
            Files.writeString(Path.of("src/test/resources/ballot", name), String.join("\n", now) + "\n");
            return now;
        }
        return lines(name);
    }

    static List<String> lines(String name) throws IOException {
        try (InputStream in = RecordedTest.class.getResourceAsStream("/ballot/" + name)) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }
}
