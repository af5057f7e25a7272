package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("What the feed of a node that votes tells")
class BallotTellsTest {
    private static final String ELECTION = "e";

    private static SimCluster three(BallotTiming timing) {
        return new SimCluster(SimSettings.of(7, 3).withPeers(PeerRules.of(Quorum.majorityOf(3), timing)));
    }

    private static Stream<FeedRecord> told(SimCluster cluster, String node, FeedKind kind) {
        return cluster.process(node).primus().feed().recent().stream().filter(record -> record.kind() == kind);
    }

    private static List<String> reasons(SimCluster cluster, String node) {
        return told(cluster, node, FeedKind.LEADERLESS)
                .map(record -> record.details().get("why"))
                .toList();
    }

    // ---- elections -------------------------------------------------------------------------------------------------

    @Test
    @Tag("B15")
    @DisplayName(
            "B15 every election: its trigger, how long it took, who stood, who voted of whom, and the winner's score")
    void elections() {
        try (SimCluster cluster =
                three(BallotTiming.FAST).everybodyJoins(ELECTION).startAll().settle()) {
            String first = cluster.leaderOf(ELECTION).orElseThrow();
            cluster.advance(Duration.ofSeconds(5));
            cluster.kill(first);
            cluster.advance(Duration.ofSeconds(5));
            String second = cluster.leaderOf(ELECTION).orElseThrow();
            List<FeedRecord> both =
                    told(cluster, second, FeedKind.ELECTION_COMPLETE).toList();

            assertThat(both).hasSizeGreaterThanOrEqualTo(2);
            FeedRecord last = both.get(both.size() - 1);
            Term winner = Objects.requireNonNull(last.term());
            assertThat(winner.leader().name().value()).isEqualTo(second);
            assertThat(last.details())
                    .containsEntry("trigger", "admin_heartbeat_timeout")
                    .containsEntry("voters", "3")
                    .containsEntry("voted", "2")
                    .containsEntry("candidates", "2")
                    .containsKeys("millis", "score");
            assertThat(Double.parseDouble(last.details().get("score"))).isBetween(0.01, 1.0);
            assertThat(Long.parseLong(last.details().get("millis")))
                    .isBetween(0L, BallotTiming.FAST.election().toMillis());
            assertThat(both.get(0).details()).containsEntry("trigger", "no_admin_discovered");
        }
    }

    // ---- split brains ----------------------------------------------------------------------------------------------

    @Test
    @Tag("B13")
    @DisplayName("B13 at heal: two sides have led, some are told so once, and one leader stays")
    void atHeal() {
        try (SimCluster cluster = new SimCluster(
                        SimSettings.of(7, 4).withPeers(PeerRules.of(Quorum.available(4), BallotTiming.FAST)))
                .everybodyJoins(ELECTION)
                .startAll()
                .settle()) {
            cluster.advance(Duration.ofSeconds(5));
            cluster.tearApart(List.of("a", "b"), List.of("c", "d"));
            cluster.advance(Duration.ofSeconds(30));
            List<String> leading = Stream.of("a", "b", "c", "d")
                    .filter(node -> cluster.process(node).election(ELECTION).isLeader())
                    .toList();
            assertThat(leading).hasSize(2);
            assertThat(splits(cluster)).isEmpty();
            cluster.reunite();
            cluster.advance(Duration.ofSeconds(30));

            assertThat(splits(cluster))
                    .isNotEmpty()
                    .hasSizeLessThanOrEqualTo(4)
                    .allMatch(why -> why.endsWith(" both lead"));
            assertThat(Stream.of("a", "b", "c", "d")
                            .filter(node ->
                                    cluster.process(node).election(ELECTION).isLeader()))
                    .hasSize(1);
        }
    }

    private static List<String> splits(SimCluster cluster) {
        return Stream.of("a", "b", "c", "d")
                .flatMap(node -> told(cluster, node, FeedKind.SPLIT_BRAIN_DETECTED))
                .map(record -> record.details().get("why"))
                .toList();
    }

    // ---- why nobody leads ------------------------------------------------------------------------------------------

    @Test
    @Tag("B15")
    @DisplayName("B15 leaderless, no quorum: the others were never started")
    void noQuorum() {
        try (SimCluster cluster = three(BallotTiming.FAST).everybodyJoins(ELECTION)) {
            cluster.start("a");
            cluster.advance(Duration.ofSeconds(10));

            assertThat(reasons(cluster, "a"))
                    .isNotEmpty()
                    .allMatch("no quorum: 1 of 3 voters are within reach, 2 are needed"::equals);
        }
    }

    @Test
    @Tag("B15")
    @DisplayName("B15 leaderless, no quorum: the others have left in good order, and are not missed")
    void othersHaveLeft() {
        try (SimCluster cluster =
                three(BallotTiming.FAST).everybodyJoins(ELECTION).startAll().settle()) {
            cluster.stop("b");
            cluster.stop("c");
            cluster.advance(Duration.ofSeconds(10));

            assertThat(reasons(cluster, "a"))
                    .last()
                    .isEqualTo("no quorum: 1 of 3 voters are within reach, 2 are needed");
        }
    }

    @Test
    @Tag("B15")
    @DisplayName("B15 leaderless, partition: on the smaller side, with those who have gone without a word")
    void partition() {
        try (SimCluster cluster =
                three(BallotTiming.FAST).everybodyJoins(ELECTION).startAll().settle()) {
            cluster.tearApart(List.of("a"), List.of("b", "c"));
            cluster.advance(Duration.ofSeconds(20));

            assertThat(reasons(cluster, "a"))
                    .last()
                    .isEqualTo("partition: 1 of 3 voters are within reach, 2 are needed;"
                            + " b, c have gone without a word, cut off or dead");
            assertThat(cluster.leaderOf(ELECTION)).isPresent();
        }
    }

    @Test
    @Tag("B15")
    @DisplayName("B15 leaderless, no eligible node: all only watch")
    void nobodyIsEligible() {
        try (SimCluster cluster = three(BallotTiming.FAST).startAll()) {
            List.of("a", "b", "c").forEach(node -> cluster.observe(node, ELECTION, List.of()));
            cluster.advance(Duration.ofSeconds(10));

            assertThat(reasons(cluster, "b"))
                    .isNotEmpty()
                    .allMatch(why -> why.startsWith("no eligible node: none of the 3 within reach stands"));
        }
    }

    @Test
    @Tag("B15")
    @DisplayName("B15 leaderless, window: all are together again, and the last election is not long enough ago")
    void window() {
        BallotTiming patient = BallotTiming.FAST.withElectionWindow(Duration.ofSeconds(60));
        try (SimCluster cluster =
                three(patient).everybodyJoins(ELECTION).startAll().settle()) {
            cluster.tearApart(List.of("a"), List.of("b", "c"));
            cluster.tearApart(List.of("b"), List.of("c"));
            cluster.advance(Duration.ofSeconds(10));
            cluster.reunite();
            cluster.advance(Duration.ofSeconds(30));

            for (String node : List.of("a", "b", "c")) {
                assertThat(reasons(cluster, node))
                        .as(node)
                        .last()
                        .asString()
                        .matches("window: the last election is not long enough ago, for another \\d+ ms");
            }
            cluster.advance(Duration.ofSeconds(30));
            assertThat(cluster.leaderOf(ELECTION)).isPresent();
        }
    }
}
