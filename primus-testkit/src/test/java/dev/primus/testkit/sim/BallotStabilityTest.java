package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A network that is bad, and processes that now and then stand still, are no reason for another leader. How bad it may be
 * follows from the times: there is a heartbeat every half timeout, and duties must have stopped before it has run out, so a
 * quarter of it is left for a leader that stands still, for its letters and for those that have to be sent again.
 */
@Tag("B12")
class BallotStabilityTest {
    private static final String ELECTION = "e1";
    private static final double LOSS = 0.2;

    @Test
    @DisplayName(
            "Live2 loss of 20 %, delays of a tenth of a heartbeat and pauses of a tenth of its timeout change no leader")
    void nothingChanges() {
        long seed = 1;
        for (BallotTiming timing : List.of(BallotTiming.FAST, BallotTiming.DOCUMENTED)) {
            for (int nodes : new int[] {3, 5, 7}) {
                for (int i = 0; i < 4; i++) {
                    mustBeSteady(
                            seed++, nodes, timing, 10, timing.heartbeatTimeout().multipliedBy(200));
                }
            }
        }
    }

    @Test
    @Tag("long")
    @DisplayName("Live2 with pauses half as long the same for a day")
    void nothingChangesForADay() {
        mustBeSteady(1, 3, BallotTiming.FAST, 20, Duration.ofHours(24));
        mustBeSteady(2, 5, BallotTiming.FAST, 20, Duration.ofHours(24));
        mustBeSteady(3, 5, BallotTiming.DOCUMENTED, 20, Duration.ofHours(24));
    }

    private static void mustBeSteady(long seed, int nodes, BallotTiming timing, int pauses, Duration span) {
        PeerRules rules = PeerRules.of(Quorum.majorityOf(nodes), timing);
        try (SimCluster cluster = new SimCluster(SimSettings.of(seed, nodes).withPeers(rules))) {
            cluster.startAll()
                    .everybodyJoins(ELECTION)
                    .advance(timing.heartbeatTimeout().multipliedBy(6));
            long token = token(cluster).orElseThrow();
            long most = timing.lease().renewEvery().toNanos() / 10;
            cluster.peers().weather(most / 3, LOSS, 0, 0);
            cluster.peers().longestDelay(most);
            Chance chance = cluster.world().chance().split("pauses");
            long until = cluster.world().now() + span.toNanos();
            while (cluster.world().now() < until) {
                cluster.advance(
                        Duration.ofNanos(chance.around(timing.heartbeatTimeout().toNanos())));
                String node = chance.oneOf(cluster.machines()).name();
                long pause = chance.between(0, timing.heartbeatTimeout().toNanos() / pauses);
                cluster.pause(node, Duration.ofNanos(pause));
                cluster.advance(Duration.ofNanos(pause));
                // Who has just stood still holds nothing until the next heartbeat, and that is no change.
                assertThat(token(cluster).orElse(token))
                        .as("seed %d, %d nodes, %s, at %d ms", seed, nodes, timing.heartbeatTimeout(), millis(cluster))
                        .isEqualTo(token);
            }
            cluster.advance(timing.heartbeatTimeout());
            assertThat(token(cluster)).as("seed %d, %d nodes", seed, nodes).contains(token);
            cluster.oneLeaderAtMost();
        }
    }

    private static Optional<Long> token(SimCluster cluster) {
        return cluster.leaderOf(ELECTION).map(leader -> cluster.process(leader).token(ELECTION));
    }

    private static long millis(SimCluster cluster) {
        return cluster.world().now() / 1_000_000;
    }
}
