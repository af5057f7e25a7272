package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Networks that are torn in part only, so that not everybody who is alive reaches everybody: whenever some node reaches a
 * majority both ways there is a leader, soon, and it stays. Members see whom they reach.
 */
@Tag("B12")
class BallotPartitionsTest {
    private static final String ELECTION = "e1";
    private static final BallotTiming TIMING = BallotTiming.FAST;
    private static final Duration SOON = TIMING.heartbeatTimeout().multipliedBy(10);
    private static final Duration STEP = Duration.ofMillis(10);
    private static final int MINUTES = 3;

    @ParameterizedTest(name = "{0} of {1}")
    @DisplayName(
            "Live4, Vote7: a leader exists whenever some node reaches a majority, and at most two terms begin a minute")
    @CsvSource({
        "BRIDGE, 3", "BRIDGE, 5", "RING, 5", "CHAIN, 3", "QUORUM_LOSS, 3", "QUORUM_LOSS, 5", "QUORUM_LOSS, 7",
        "CONSTRAINED, 3", "CONSTRAINED, 5", "CONSTRAINED, 7", "CHAINED, 3", "CHAINED, 5", "DEAF, 5", "MUTE, 5",
    })
    void somebodyLeads(NetFault.Shape shape, int nodes) {
        for (long seed = 1; seed <= 8; seed++) {
            // Who else has a part in the shape: each in turn.
            tornAs(shape, nodes, seed, (int) seed);
        }
    }

    private static void tornAs(NetFault.Shape shape, int nodes, long seed, int second) {
        PeerRules rules = PeerRules.of(Quorum.majorityOf(nodes), TIMING);
        try (SimCluster cluster = new SimCluster(SimSettings.of(seed, nodes).withPeers(rules))) {
            cluster.peers().membership().eachByItself();
            cluster.startAll().everybodyJoins(ELECTION).advance(Duration.ofSeconds(10));
            assertThat(cluster.leaderOf(ELECTION)).as("seed %d, before", seed).isPresent();
            Duration lasts = SOON.plusMinutes(MINUTES).plusSeconds(1);
            new NetFault.Cut(Duration.ZERO, shape, Target.leaderOf(ELECTION), second, lasts).strike(cluster);
            cluster.advance(SOON);
            assertThat(cluster.leaderOf(ELECTION))
                    .as("seed %d: somebody leads after %s", seed, SOON)
                    .isPresent();
            assertThat(termsWithin(cluster, Duration.ofMinutes(MINUTES)))
                    .as("seed %d: terms in %d minutes", seed, MINUTES)
                    .hasSizeLessThanOrEqualTo(1 + 2 * MINUTES);
            assertThat(cluster.leaderOf(ELECTION))
                    .as("seed %d: somebody leads in the end", seed)
                    .isPresent();
            cluster.oneLeaderAtMost();
        }
    }

    private static Set<Long> termsWithin(SimCluster cluster, Duration span) {
        Set<Long> tokens = new HashSet<>();
        for (long left = span.toMillis(); left > 0; left -= STEP.toMillis()) {
            cluster.advance(STEP);
            cluster.leaderOf(ELECTION)
                    .ifPresent(leader -> tokens.add(cluster.process(leader).token(ELECTION)));
        }
        return tokens;
    }
}
