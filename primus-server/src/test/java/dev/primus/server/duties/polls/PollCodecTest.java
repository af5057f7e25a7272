package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PollCodecTest {
    private static final RunKey KEY = new RunKey("web", 1_700_000_000_000L);
    private static final PollMessage.Role ROLE = new PollMessage.Role(true, false);
    private static final List<Run> RUNS = List.of(
            new Run(KEY, RunState.DONE, 7, NodeId.parse("poller-1#aaaa"), 1, 2, "200 – gut"),
            Run.missed(KEY, 8, 3, "nobody"));

    static List<PollMessage> messages() {
        return List.of(
                new PollMessage.Ask(7),
                new PollMessage.Known(7, ROLE, 1, 3, RUNS),
                new PollMessage.Keep(7, 10, 12, RUNS),
                new PollMessage.Kept(7, 12, new PollMessage.Role(false, true)),
                new PollMessage.Order(7, KEY, "https://web.example/health", 2_000),
                new PollMessage.Result(KEY, false, "no answer within 2000 ms"),
                new PollMessage.Settled(7, KEY));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsWrittenIsRead(PollMessage message) {
        assertThat(PollCodec.knows(message)).isTrue();
        assertThat(PollCodec.decode(PollCodec.encode(message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void whatIsCutOffOrTooLongIsRefused(PollMessage message) {
        byte[] bytes = PollCodec.encode(message);
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> PollCodec.decode(part)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> PollCodec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessage("1 bytes too many");
    }

    @Test
    void garbageIsRefusedAndNothingElseHappens() {
        Random random = new Random(1);
        List<PollMessage> messages = messages();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = PollCodec.encode(messages.get(i % messages.size()));
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                PollCodec.decode(bytes);
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
        assertThatThrownBy(() -> PollCodec.decode(new byte[] {9, 1})).hasMessage("version 9: allowed is 1");
        assertThatThrownBy(() -> PollCodec.decode(new byte[] {1, 99})).hasMessage("type 99: allowed are 1 to 7");
        assertThatThrownBy(() -> PollCodec.decode(new byte[PollCodec.LONGEST + 1]))
                .hasMessageContaining("too long");
    }

    @Test
    void thereAreLimitsForTheWriterToo() {
        PeerMessage foreign = new PeerMessage() {};
        assertThat(PollCodec.knows(foreign)).isFalse();
        assertThatThrownBy(() -> PollCodec.encode(foreign)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PollCodec.encode(new PollMessage.Keep(1, 0, 1, Collections.nCopies(501, RUNS.get(0)))))
                .hasMessage("501 runs in a message: allowed are 500");
        assertThatThrownBy(() -> PollCodec.encode(new PollMessage.Result(KEY, true, "x".repeat(2_001))))
                .hasMessage("a text of 2001 characters: allowed are 2000");
    }
}
