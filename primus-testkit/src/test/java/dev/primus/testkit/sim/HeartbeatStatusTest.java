package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.BallotOffice;
import dev.primus.HeartbeatStatus;
import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B4")
@DisplayName("An application asks how its node's heartbeats stand")
class HeartbeatStatusTest {
    private static final String ELECTION = "e";
    private static final Duration INTERVAL = BallotTiming.FAST.lease().renewEvery();

    private final List<Heartbeat> sent = new ArrayList<>();
    private final SimCluster cluster = new SimCluster(SimSettings.of(11, 3)
            .withPeers(PeerRules.of(Quorum.majorityOf(3), BallotTiming.FAST).through(this::seen)));

    private PeerMessage seen(PeerMessage message) {
        if (message instanceof Heartbeat heartbeat) {
            sent.add(heartbeat);
        }
        return message;
    }

    @BeforeEach
    void begin() {
        cluster.everybodyJoins(ELECTION).startAll().settle();
        cluster.advance(Duration.ofSeconds(5));
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    private HeartbeatStatus status(String node) {
        BallotOffice office = cluster.process(node).primus().ballotOffice().orElseThrow();
        CompletableFuture<HeartbeatStatus> answer = office.heartbeat(ELECTION);
        cluster.advance(Duration.ofMillis(1));
        return answer.join();
    }

    private String leader() {
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private String follower() {
        return List.of("a", "b", "c").stream()
                .filter(node -> !node.equals(leader()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("B4 a leader: running, is_admin, last_sent within an interval, next_heartbeat an interval after it")
    void onALeader() {
        HeartbeatStatus status = status(leader());

        assertThat(status.running()).isTrue();
        assertThat(status.isAdmin()).isTrue();
        assertThat(status.interval())
                .isEqualTo(INTERVAL)
                .isEqualTo(BallotTiming.FAST.heartbeatTimeout().dividedBy(2));
        Instant first = Objects.requireNonNull(status.lastSent());
        assertThat(status.next()).isEqualTo(first.plus(INTERVAL));

        cluster.advance(INTERVAL.multipliedBy(4));
        Instant later = Objects.requireNonNull(status(leader()).lastSent());
        assertThat(Duration.between(first, later))
                .as("they go on, give or take a tenth each")
                .isBetween(INTERVAL.multipliedBy(3), INTERVAL.multipliedBy(5));
    }

    @Test
    @DisplayName("B4 a follower: not running, not is_admin, nothing sent, nothing due")
    void onAFollower() {
        HeartbeatStatus status = status(follower());

        assertThat(status).isEqualTo(new HeartbeatStatus(false, false, null, INTERVAL, null));
    }

    @Test
    @DisplayName("B4 they stop with leadership and start with it: the former leader sends none, the next one does")
    void withLeadership() {
        String former = leader();
        cluster.process(former).election(ELECTION).resign();
        cluster.advance(Duration.ofSeconds(5));
        String next = leader();
        assertThat(next).isNotEqualTo(former);
        HeartbeatStatus over = status(former);
        assertThat(over.running()).isFalse();
        assertThat(over.isAdmin()).isFalse();
        assertThat(over.lastSent()).as("it has sent some").isNotNull();
        assertThat(over.next()).isNull();
        assertThat(status(next).running()).isTrue();

        sent.clear();
        cluster.advance(Duration.ofSeconds(5));
        assertThat(sent)
                .isNotEmpty()
                .allSatisfy(heartbeat -> assertThat(heartbeat.beats())
                        .allMatch(beat -> beat.term().leader().name().value().equals(next)));
        assertThat(status(former).lastSent()).isEqualTo(over.lastSent());
    }

    @Test
    @DisplayName("B4 cut off from the others it stops by itself, and who never led in an election cannot send for it")
    void cutOff() {
        String former = leader();
        List<String> others = List.of("a", "b", "c").stream()
                .filter(node -> !node.equals(former))
                .toList();
        cluster.tearApart(List.of(former), others);
        cluster.advance(Duration.ofSeconds(5));

        assertThat(status(former).running()).isFalse();
        assertThat(others).contains(leader());
        BallotOffice office = cluster.process(former).primus().ballotOffice().orElseThrow();
        CompletableFuture<HeartbeatStatus> unknown = office.heartbeat("unknown");
        cluster.advance(Duration.ofMillis(1));
        assertThat(unknown.join()).isEqualTo(new HeartbeatStatus(false, false, null, INTERVAL, null));
        assertThat(cluster.process(former).primus().ledger().elections())
                .as("asking makes no election")
                .extracting(row -> row.election().value())
                .containsExactly(ELECTION);
    }
}
