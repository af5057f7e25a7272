package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.jdbc.sqlite.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On SQLite the machine's own clocks are the arbiter: what if they are stepped, stopped or started anew. */
class SqliteClockTest {
    private static final ElectionName ELECTION = new ElectionName("coordinator");

    @TempDir
    Path folder;

    private final SteppedClock leadersClock = new SteppedClock();
    private final SteppedClock clock = new SteppedClock();
    private LeaseStore leader;
    private LeaseStore challenger;
    private Hold hold;

    @BeforeEach
    void leaderLeads() {
        leader = open("leader", leadersClock);
        challenger = open("challenger", clock);
        leader.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)));
        Bid bid = new Bid(ELECTION, 0, 0, new FencingToken(1), "first");
        assertThat(leader.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        hold = bid.hold();
    }

    @AfterEach
    void close() {
        leader.close();
        challenger.close();
    }

    @Test
    @DisplayName("C4 a wall clock stepped by an hour neither ends a lease nor lets it be taken, but is noticed")
    void wallClockStepped() {
        clock.stepWall(3_600_000);
        Sighting seen = look();
        assertThat(seen.isLive()).isTrue();
        assertThat(seen.stampedBy()).isNotEqualTo(seen.readBy());
        assertThat(bid(seen)).isEqualTo(Verdict.NO);
        assertThat(leader.renew(List.of(hold)).get(0).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S1 a lease that lapsed by the monotonic clock is judged by one and the same clock")
    void lapsed() {
        clock.stepMonotonic(11_000);
        clock.stepWall(11_000);
        Sighting seen = look();
        assertThat(seen.isLive()).isFalse();
        assertThat(seen.stampedBy()).isEqualTo(seen.readBy());
        assertThat(bid(seen)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("C4 after a suspend the clocks disagree, and the row is only to be trusted after watching it")
    void suspended() {
        clock.stepMonotonic(11_000);
        Sighting seen = look();
        assertThat(seen.isLive()).isFalse();
        assertThat(seen.stampedBy()).isNotEqualTo(seen.readBy());
    }

    @Test
    @DisplayName("S1 after a restart of the machine every lease has lapsed")
    void restarted() {
        clock.bootId("boot-2");
        clock.stepWall(60_000);
        clock.stepMonotonic(-1_000_000);
        Sighting seen = look();
        assertThat(seen.isLive()).isFalse();
        assertThat(seen.stampedBy()).isEqualTo(seen.readBy());
        assertThat(bid(seen)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S1 another boot id with a fresh stamp may be another machine on a shared disk: watch it first")
    void otherMachine() {
        clock.bootId("boot-2");
        Sighting seen = look();
        assertThat(seen.isLive()).isFalse();
        assertThat(seen.stampedBy()).isNotEqualTo(seen.readBy());
    }

    @Test
    @DisplayName("Live3 a clock with another origin does not keep a dead leader's lease alive for ever")
    void otherOrigin() {
        clock.stepMonotonic(-1_000_000_000);
        Sighting seen = look();
        assertThat(seen.isLive()).isFalse();
        assertThat(seen.stampedBy()).isNotEqualTo(seen.readBy());
        assertThat(leader.renew(List.of(hold)).get(0).verdict()).isEqualTo(Verdict.YES);
        assertThat(bid(seen)).as("renewed since it was seen").isEqualTo(Verdict.NO);
        assertThat(bid(look())).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("S5 without a boot id nothing is trusted without watching")
    void noBootId() {
        leadersClock.bootId("");
        clock.bootId("");
        assertThat(leader.renew(List.of(hold)).get(0).verdict())
                .as("stamped under another identity")
                .isEqualTo(Verdict.NO);
        Sighting seen = look();
        assertThat(seen.stampedBy()).isNotEqualTo(seen.readBy());
    }

    private Sighting look() {
        return Objects.requireNonNull(challenger.look(List.of(ELECTION)).get(0).seen());
    }

    private Verdict bid(Sighting seen) {
        Bid bid = new Bid(ELECTION, seen.epoch(), seen.renewals(), new FencingToken(seen.epoch() + 1), "second");
        return challenger.acquire(List.of(bid)).get(0).verdict();
    }

    private LeaseStore open(String node, SteppedClock with) {
        return JdbcStore.sqlite(folder.resolve("clock.db"))
                .hints(false)
                .dialect(with.dialect())
                .open(new StoreSession(
                        ClusterName.DEFAULT,
                        NodeId.of(node, "0001"),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2)));
    }
}
