package dev.primus.cluster.ballot;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B10")
class LetterTest {
    private static final String VOTE =
            new String(Samples.json(new BallotMessage.Vote(Samples.ELECTION, Samples.TERM, Samples.COUNTED_BY)), UTF_8);

    static List<BallotMessage> messages() {
        return Samples.messages();
    }

    @ParameterizedTest
    @MethodSource("messages")
    @DisplayName("what was written is read again, whole")
    void roundTrip(BallotMessage message) throws RefusedMail {
        LetterWriter.Written written = LetterWriter.write(Samples.CORE_1, Samples.NOW, message);
        assertThat(LetterReader.read(written.json()))
                .isEqualTo(new Letter(Samples.CORE_1, Samples.NOW, written.channel(), message));
    }

    @Test
    void thereIsASampleOfEveryKindAndEveryKindOfMessage() {
        assertThat(Samples.messages().stream().map(Object::getClass).distinct())
                .hasSize(BallotMessage.class.getPermittedSubclasses().length)
                .hasSize(Kind.values().length);
    }

    @ParameterizedTest
    @MethodSource("messages")
    @DisplayName("cut short anywhere, it is refused")
    void cutShort(BallotMessage message) {
        byte[] whole = Samples.json(message);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThat(reasonOf(part)).isEqualTo(Refusal.BAD_MESSAGE);
        }
    }

    @Test
    void everyShareIsWrittenAndReadWithoutLoss() throws RefusedMail {
        for (int millionths = 0; millionths <= 1_000_000; millionths++) {
            assertThat(Millionths.parse(Millionths.text(millionths))).isEqualTo(millionths);
        }
        assertThat(Millionths.text(350_000)).isEqualTo("0.350000");
        assertThat(Millionths.parse("0.35")).isEqualTo(350_000);
        assertThat(Millionths.parse("1")).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "1.1", "1.000001", "0.1234567", "-0.1", "1e-1", "0.", ".5", "00.5", "NaN", "٠.١"})
    void whatIsNoShareIsRefused(String text) {
        assertThatThrownBy(() -> Millionths.parse(text)).isInstanceOf(RefusedMail.class);
    }

    @Test
    void aCandidacyReadsAsDocumented() {
        String json = new String(
                Samples.json(new Candidacy(
                        Samples.ELECTION,
                        Samples.TERM,
                        3,
                        Stage.VIABLE,
                        Samples.COUNTED_BY,
                        "",
                        Samples.FACTS,
                        780_000)),
                UTF_8);
        assertThat(json)
                .startsWith("{\"type\":\"candidacy_announcement\",\"node_id\":\"core-1\",")
                .contains("\"timestamp\":\"2026-01-01T00:00:02.174000001Z\",\"term\":5,")
                .contains("\"node_id\":\"core-1\",\"capabilities\":[\"admin_election\",\"context_curation\"],")
                .contains(
                        "\"uptime\":\"86400000000000\",\"resources\":{\"cpu_usage\":0.350000,\"memory_usage\":0.519999,"
                                + "\"disk_usage\":0.000001,\"network_quality\":0.950000},\"experience\":\"604800000000000\","
                                + "\"score\":0.780000")
                .contains("\"peer_id\":\"core-1#7f3a9c04\"");
    }

    @Test
    void whoReadsIsNotToldOfFailedTerms() throws RefusedMail {
        Candidacy told = new Candidacy(
                Samples.ELECTION,
                Samples.TERM,
                3,
                Stage.VIABLE,
                Samples.COUNTED_BY,
                "",
                Samples.FACTS.withFailedTerms(9),
                780_000);
        assertThat(((Candidacy) LetterReader.read(Samples.json(told)).message()).facts())
                .isEqualTo(Samples.FACTS);
    }

    @Test
    void fieldsThatNobodyKnowsAreIgnoredAndOrderIsFree() throws RefusedMail {
        String json = "{\"data\":{\"peer_id\":\"core-1#7f3a9c04\",\"candidate\":\"core-1\",\"electorate\":\""
                + Samples.COUNTED_BY + "\",\"more\":[{}]},"
                + "\"later\":{\"x\":[1,2.5,null,true]},\"election\":\"tenant/42/billing\",\"term\":5,"
                + "\"timestamp\":\"2026-01-01T00:00:02Z\",\"incarnation\":\"7f3a9c04\",\"node_id\":\"core-1\","
                + "\"type\":\"election_vote\"}";
        assertThat(LetterReader.read(json.getBytes(UTF_8)).message())
                .isEqualTo(new BallotMessage.Vote(Samples.ELECTION, Samples.TERM, Samples.COUNTED_BY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "\"term\":5              | \"term\":5,\"term\":5             | duplicate keys",
                "\"term\":5              | \"term\":0                        | no such term",
                "\"term\":5              | \"term\":-5                       | a term below zero",
                "\"term\":5              | \"term\":5.0                      | no whole number",
                "\"term\":5              | \"term\":9223372036854775808      | more than 64 bits",
                "\"term\":5              | \"term\":1e9                      | an exponent",
                "\"term\":5              | \"term\":1e999999999              | a huge exponent",
                "\"term\":5              | \"term\":NaN                      | no number",
                "\"term\":5              | \"term\":Infinity                 | no number either",
                "\"term\":5              | \"term\":\"5\"                    | a text",
                "\"term\":5              | \"x\":5                           | a field that is missing",
                "\"term\":5              | \"term\":05                       | a leading zero",
                "\"electorate\":\"5.2   | \"electorate\":\"5.-2             | below zero",
                "\"electorate\":\"5.2   | \"electorate\":null,\"x\":\"        | nothing",
                "\"electorate\":\"5.2   | \"electorate\":[],\"x\":\"          | a list",
                "core-1#7f3a9c04         | core-2#7f3a9c04                   | another name than the candidate's",
                "core-1#7f3a9c04         | core-1                            | no incarnation",
                "core-1#7f3a9c04         | core-1#\\ud83d                    | half a character",
                "\"incarnation\":\"7f3a9c04\" | \"incarnation\":\"../../etc\"| no incarnation either",
                "tenant/42/billing       | tenant?42                         | no name of an election",
                "2026-01-01T00:00:02     | 2026-13-01T00:00:02               | no time",
                "\"data\":{              | \"data\":[{                       | a list for an object",
                "{\"type\"               | [\"type\"                         | no object",
                "{\"type\"               | {} {\"type\"                      | two objects",
                "{\"type\"               | {/**/\"type\"                     | a comment",
                "{\"type\"               | {'x':1,\"type\"                   | another quote",
                "{\"type\"               | \uFEFF{\"type\"                   | a byte order mark",
            })
    void whatIsOutOfRangeIsRefused(String good, String bad, String why) {
        assertThat(VOTE).contains(good.strip());
        String changed = VOTE.replace(good.strip(), bad.strip());
        assertThat(reasonOf(changed.getBytes(UTF_8))).as(why).isEqualTo(Refusal.BAD_MESSAGE);
    }

    @Test
    void numbersListsTextsAndDepthsHaveBounds() {
        refused("\"term\":5", "\"x\":" + "1".repeat(33) + ",\"term\":5");
        refused("\"term\":5", "\"x\":" + "[".repeat(9) + "]".repeat(9) + ",\"term\":5");
        refused("\"term\":5", "\"x\":" + "[".repeat(30_000));
        refused("\"term\":5", "\"x\":\"" + "a".repeat(Limits.TEXT + 1) + "\",\"term\":5");
        refused("\"term\":5", "\"" + "a".repeat(65) + "\":1,\"term\":5");
        refused("\"term\":5", "\"x\":[" + "1,".repeat(Limits.LIST) + "1],\"term\":5");
        assertThat(reasonOf(VOTE.getBytes(UTF_16))).isEqualTo(Refusal.BAD_MESSAGE);
        assertThat(reasonOf(new byte[] {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'}))
                .isEqualTo(Refusal.BAD_MESSAGE);
    }

    private static void refused(String good, String bad) {
        assertThat(reasonOf(VOTE.replace(good, bad).getBytes(UTF_8))).isEqualTo(Refusal.BAD_MESSAGE);
    }

    @Test
    void aTypeThatIsNotKnownIsToldApart() {
        String changed = VOTE.replace("election_vote", "java.lang.Runtime");
        assertThat(reasonOf(changed.getBytes(UTF_8))).isEqualTo(Refusal.UNKNOWN_TYPE);
    }

    @Test
    void whatWouldBeRefusedIsNotWritten() {
        assertThatThrownBy(() -> Samples.json(
                        new GenerationStopped(Samples.ELECTION, Samples.TERM, "x".repeat(Limits.TEXT + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a text of 4097 characters: allowed are 4096");
        assertThatThrownBy(() -> Samples.json(new GenerationStopped(Samples.ELECTION, Samples.TERM, "\ud83d")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a text with half a character");
    }

    @Test
    @DisplayName("every example of the page can be read, and there is one for every type")
    void thePageIsTrue() throws IOException, RefusedMail {
        String page = Files.readString(Path.of("../docs/ballot-wire.md"));
        Matcher blocks = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(page);
        Set<Object> seen = new HashSet<>();
        while (blocks.find()) {
            seen.add(
                    LetterReader.read(blocks.group(1).getBytes(UTF_8)).message().getClass());
        }
        assertThat(seen).hasSize(Kind.values().length);
    }

    private static Refusal reasonOf(byte[] json) {
        return catchThrowableOfType(RefusedMail.class, () -> LetterReader.read(json))
                .reason();
    }
}
