package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.primus.core.LossReason;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.GenerationStarted;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type, field and channel that the document names, by the document's own words. Beside them may be others. */
@Tag("B10")
@DisplayName("B10: messages as the document has them")
class DocumentedMessagesTest {
    private static final String ELECTIONS = "CHORUS/election/v1";
    private static final String HEARTBEATS = "CHORUS/admin/heartbeat/v1";

    private static final Map<String, String> NOTHING = Map.of();
    private static final Map<String, String> CANDIDATE = Map.of(
            "data.node_id", "core-1",
            "data.peer_id", "core-1#7f3a9c04",
            "data.capabilities", "admin_election,context_curation",
            "data.uptime", "86400000000000",
            "data.resources.cpu_usage", "0.350000",
            "data.resources.memory_usage", "0.519999",
            "data.resources.disk_usage", "0.000001",
            "data.resources.network_quality", "0.950000",
            "data.experience", "604800000000000",
            "data.score", "0.780000");

    static Stream<Arguments> documented() {
        var election = Samples.ELECTION;
        var term = Samples.TERM;
        var facts = Samples.FACTS;
        return Stream.of(
                Arguments.of("admin_discovery_request", 0, new Discover(List.of(election)), NOTHING),
                Arguments.of(
                        "admin_discovery_response",
                        5,
                        new Discovered(election, term),
                        Map.of("data.current_admin", "core-1")),
                Arguments.of(
                        "election_started",
                        5,
                        new Started(election, 5, Trigger.HEARTBEAT_TIMEOUT),
                        Map.of("data.trigger", "admin_heartbeat_timeout")),
                Arguments.of(
                        "candidacy_announcement",
                        5,
                        new Candidacy(election, term, 3, Stage.STANDING, Samples.COUNTED_BY, "", facts, 780_000),
                        CANDIDATE),
                Arguments.of(
                        "election_vote",
                        5,
                        new Vote(election, term, Samples.COUNTED_BY),
                        Map.of("data.candidate", "core-1")),
                Arguments.of(
                        "election_winner",
                        5,
                        new Winner(election, term, facts, 780_000, List.of(Samples.CORE_2.name()), List.of()),
                        CANDIDATE),
                Arguments.of(
                        "context_leadership_transfer",
                        5,
                        new Ended(election, term, LossReason.TRANSFERRED, Samples.CORE_2.name()),
                        Map.of(
                                "data.target_node", "core-2",
                                "data.failover_state", "null",
                                "data.reason", "transferred")),
                Arguments.of(
                        "context_generation_started",
                        5,
                        new GenerationStarted(election, term),
                        Map.of("data.leader_id", "core-1")),
                Arguments.of(
                        "context_generation_stopped",
                        5,
                        new GenerationStopped(election, term, "leadership_lost"),
                        Map.of("data.reason", "leadership_lost")),
                Arguments.of(
                        "heartbeat",
                        0,
                        new Heartbeat(1, "", List.of(new Beat(election, term, 0, Samples.COUNTED_BY))),
                        NOTHING));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documented")
    @DisplayName("B10: head and data of each type")
    void fields(String type, long term, BallotMessage message, Map<String, String> data) throws IOException {
        Map<String, String> written = flat(Samples.json(message));

        assertThat(written)
                .containsEntry("type", type)
                .containsEntry("node_id", "core-1")
                .containsEntry("timestamp", "2026-01-01T00:00:02.174000001Z")
                .containsEntry("term", Long.toString(term))
                .containsAllEntriesOf(data);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documented")
    @DisplayName("B10: heartbeats are on a channel of their own, all else on the other")
    void channels(String type, long term, BallotMessage message, Map<String, String> data) {
        Channel channel =
                LetterWriter.write(Samples.CORE_1, Samples.NOW, message).channel();

        assertThat(topicOf(channel)).isEqualTo(type.equals("heartbeat") ? HEARTBEATS : ELECTIONS);
    }

    @Test
    @DisplayName("B10: all five triggers by their names")
    void triggers() throws IOException {
        TreeSet<String> named = new TreeSet<>();
        for (Trigger each : Trigger.values()) {
            named.add(flat(Samples.json(new Started(Samples.ELECTION, 5, each))).get("data.trigger"));
        }

        assertThat(named)
                .containsExactlyInAnyOrder(
                        "admin_heartbeat_timeout",
                        "no_admin_discovered",
                        "split_brain_detected",
                        "quorum_restored",
                        "manual_trigger");
    }

    /** What is signed begins with the topic, and a zero. */
    private static String topicOf(Channel channel) {
        byte[] signed = channel.signed(new byte[0], 0);
        return new String(signed, 0, signed.length - 1, StandardCharsets.US_ASCII);
    }

    /** Values by their way from the top; the texts of a list as one. */
    private static Map<String, String> flat(byte[] json) throws IOException {
        Map<String, List<String>> found = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue()) {
                    String way = parser.getParsingContext()
                            .pathAsPointer()
                            .toString()
                            .substring(1)
                            .replace('/', '.')
                            .replaceFirst("\\.\\d+$", "");
                    found.computeIfAbsent(way, any -> new ArrayList<>()).add(parser.getText());
                }
            }
        }
        return found.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> String.join(",", each.getValue())));
    }
}
