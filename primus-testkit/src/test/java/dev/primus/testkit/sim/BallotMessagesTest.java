package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Noted;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What an election costs, in messages: each to each of its receivers counts as one. About ln N stand, one after the other, and each is
 * answered by all; all else is a few to each voter. The document counts one for all receivers: 3N + 2, which is 3N² and more by our count.
 */
@Tag("B16")
class BallotMessagesTest {
    private static final String ELECTION = "e";
    private static final Set<Class<? extends PeerMessage>> OF_AN_ELECTION = Set.of(
            Started.class, Candidacy.class, Acknowledged.class, Vote.class, Winner.class, Ended.class, Noted.class);

    private final List<PeerMessage> sent = new ArrayList<>();

    private SimCluster led(int voters) {
        PeerRules rules =
                PeerRules.of(Quorum.majorityOf(voters), BallotTiming.FAST).over(Counted::new);
        SimCluster cluster = new SimCluster(SimSettings.of(1, voters).withPeers(rules));
        cluster.startAll().advance(Duration.ofSeconds(3));
        sent.clear();
        return cluster.everybodyJoins(ELECTION).settle();
    }

    private long messagesOfAnElection() {
        return sent.stream()
                .filter(message -> OF_AN_ELECTION.contains(message.getClass()))
                .count();
    }

    @ParameterizedTest(name = "{0} voters: at most {1} messages")
    @CsvSource({"3, 30", "10, 200", "30, 900"})
    @DisplayName("the first election, and one after the leader has died")
    void anElection(int voters, long most) {
        try (SimCluster cluster = led(voters)) {
            cluster.advance(Duration.ofMillis(200));
            assertThat(messagesOfAnElection()).as("first").isBetween(3L * (voters - 1), most);
            cluster.advance(Duration.ofSeconds(2));
            sent.clear();
            cluster.kill(cluster.leaderOf(ELECTION).orElseThrow());
            cluster.advance(Duration.ofMillis(10)).settle().advance(Duration.ofMillis(200));
            assertThat(messagesOfAnElection()).as("after a crash").isBetween(3L * (voters - 2), most);
            cluster.oneLeaderAtMost();
        }
    }

    @Test
    @Tag("long")
    @DisplayName("the same for a hundred voters")
    void amongAHundred() {
        anElection(100, 4_000);
    }

    @ParameterizedTest(name = "{0} voters")
    @CsvSource({"3", "30"})
    @DisplayName("a leader's heartbeat is one message to each, and one answer")
    void heartbeats(int voters) {
        try (SimCluster cluster = led(voters)) {
            cluster.advance(Duration.ofSeconds(1));
            sent.clear();
            cluster.advance(Duration.ofMillis(4500));
            long beats = sent.stream()
                    .filter(message -> message instanceof Heartbeat)
                    .count();
            assertThat(beats).isBetween(9L * (voters - 1), 11L * (voters - 1));
        }
    }

    /** A link on which what is sent is noted. */
    private final class Counted implements PeerLink {
        private final PeerLink inner;

        Counted(PeerLink inner) {
            this.inner = inner;
        }

        @Override
        public void open(ClusterName cluster, NodeId self, Ear ear) {
            inner.open(cluster, self, ear);
        }

        @Override
        public void send(List<PeerMail> mail) {
            mail.forEach(letter -> sent.add(letter.message()));
            inner.send(mail);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
