package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While a node is down an older copy of its vote file is put back. Those who know better are within reach. */
@Tag("B7")
@DisplayName("Vote2: who has an older vote file swears nothing any more, and the others go on")
class BallotRecallTest {
    private static final String ELECTION = "e";
    private static final int SEEDS = 25;

    /** What binds who says it. */
    private record Word(NodeId from, PeerMessage message) {}

    private final List<Word> sworn = new ArrayList<>();

    @ParameterizedTest(name = "{0} nodes, of which {1} is struck")
    @CsvSource({"3, leader", "3, follower", "5, leader", "5, follower"})
    @DisplayName("an older copy is put back")
    void anOlderCopy(int nodes, String who) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimSettings settings = SimSettings.of(seed, nodes)
                    .withPeers(PeerRules.of(Quorum.majorityOf(nodes), BallotTiming.FAST)
                            .over(Overheard::new));
            try (SimCluster cluster = new SimCluster(settings)) {
                cluster.everybodyJoins(ELECTION).startAll().settle().advance(Duration.ofSeconds(5));
                String victim = who.equals("leader") ? leader(cluster) : other(cluster);
                List<Mark> copy = cluster.machine(victim).disk().read();
                assertThat(copy).as("seed %d", seed).isNotEmpty();
                for (int terms = 0; terms < 3; terms++) {
                    String deposed = leader(cluster);
                    cluster.kill(deposed);
                    cluster.advance(Duration.ofSeconds(5));
                    cluster.start(deposed);
                    cluster.advance(Duration.ofSeconds(5));
                }
                cluster.kill(victim);
                cluster.machine(victim).disk().putBack(copy);
                sworn.clear();
                NodeId back = cluster.start(victim).primus().id();
                cluster.advance(Duration.ofSeconds(20));
                String second = leader(cluster);
                cluster.process(second).election(ELECTION).resign();
                cluster.advance(Duration.ofSeconds(10));

                assertThat(sworn).as("seed %d: the others vote", seed).isNotEmpty();
                assertThat(sworn)
                        .as("seed %d", seed)
                        .noneMatch(word -> word.from().equals(back));
                assertThat(leader(cluster)).as("seed %d", seed).isNotEqualTo(victim);
                assertThat(cluster.checks().findings().all())
                        .as("seed %d", seed)
                        .isEmpty();
            }
        }
    }

    private static String leader(SimCluster cluster) {
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private static String other(SimCluster cluster) {
        String leader = leader(cluster);
        return cluster.machines().stream()
                .map(SimMachine::name)
                .filter(name -> !name.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isOath(PeerMessage message) {
        return message instanceof Vote
                || message instanceof Heard heard
                        && heard.replies().stream().anyMatch(reply -> reply.stance() == Stance.AGREED);
    }

    /** A link on which oaths are noted. */
    private final class Overheard implements PeerLink {
        private final PeerLink inner;
        private NodeId self = NodeId.of("nobody", "0000");

        Overheard(PeerLink inner) {
            this.inner = inner;
        }

        @Override
        public void open(ClusterName cluster, NodeId node, Ear ear) {
            self = node;
            inner.open(cluster, node, ear);
        }

        @Override
        public void send(List<PeerMail> mail) {
            mail.stream()
                    .map(PeerMail::message)
                    .filter(BallotRecallTest::isOath)
                    .forEach(message -> sworn.add(new Word(self, message)));
            inner.send(mail);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
