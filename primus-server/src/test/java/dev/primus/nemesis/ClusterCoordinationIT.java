package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Availability;
import dev.primus.nemesis.Journal.Feed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scenarios of the cluster coordination capability, by their names, with real processes and no store. */
@Tag("G14")
class ClusterCoordinationIT {
    @TempDir
    private Path folder;

    private PeerArena arena;

    private PeerArena arena(Availability policy) {
        arena = new PeerArena(folder, policy);
        return arena;
    }

    @AfterEach
    void judge() {
        if (arena != null) {
            arena.close();
            assertThat(arena.history().violations())
                    .as("what the journals show")
                    .isEmpty();
            arena.checkDutiesAlone();
        }
    }

    @Test
    @Tag("G1")
    @Tag("G3")
    @Tag("G5")
    @Tag("G6")
    @Tag("G11")
    @DisplayName("Failover on coordinator crash; original coordinator becomes standby after failover;"
            + " failover on coordinator restart")
    void crashReturnAndRestart() throws Exception {
        PeerArena arena = arena(Availability.MAJORITY).local("core-1", "core-2", "core-3");
        arena.startAll();
        Child first = arena.awaitLeader().by();
        arena.until("its duties run", PeerArena.SLACK, () -> running(first).size() == 2);
        assertThat(arena.leadingSince(0))
                .as("No split-brain during normal operation")
                .containsExactly(first);

        long killedAt = System.nanoTime();
        first.kill9();
        PeerArena.Led next = arena.awaitLeader(killedAt, any -> true);
        arena.until(
                "duties run again", PeerArena.SLACK, () -> running(next.by()).size() == 2);
        long working = next.by().journal().duties().get(1).nanos();
        report("crash: duties running again %.0f ms after kill -9", (working - killedAt) / 1e6);
        assertThat(working - killedAt).as("within 10 s").isLessThan(10_000_000_000L);
        assertThat(events(next.by())).contains("leader_down", "became_leader", "lost_leadership", "leader_changed");

        Child back = arena.start(first.node()).get(0);
        arena.until("it sees who leads", PeerArena.SLACK, () -> events(back).contains("leader_changed"));
        assertThat(back.journal().held()).as("it is a standby").isEmpty();

        long stoppedAt = System.nanoTime();
        next.by().term();
        PeerArena.Led last = arena.awaitLeader(stoppedAt, child -> child != next.by());
        next.by().awaitEnd();
        arena.until("duties run on", PeerArena.SLACK, () -> running(last.by()).size() == 2);
        long ended = next.by().journal().duties().get(3).nanos();
        long begun = last.by().journal().duties().get(0).nanos();
        report(
                "graceful: successor leads %.0f ms after TERM; between the last duty's end and the first's begin %.1f ms",
                (last.sample().after() - stoppedAt) / 1e6, (begun - ended) / 1e6);
        assertThat(last.sample().after() - stoppedAt).as("within 5 s").isLessThan(5_000_000_000L);
        assertThat(order(next.by())).containsSubsequence("revoked", "lost_leadership");
    }

    @Test
    @Tag("G4")
    @Tag("G9")
    @DisplayName("Takeover delay prevents flapping; CoordinatorCandidate skipped on ineligible node")
    void takeoverDelayAndIneligible() throws Exception {
        PeerArena arena = arena(Availability.MAJORITY).takeoverDelay(2000).local("core-1", "core-2", "poller-1");
        arena.start("core-1", "core-2");
        Child poller = arena.spawn("poller-1", false);
        arena.until("the poller takes part", PeerArena.SLACK, poller::isUp);
        Child leader = arena.awaitLeader().by();
        arena.until("the poller sees it", PeerArena.SLACK, () -> events(poller).contains("leader_changed"));

        leader.stop();
        Thread.sleep(700);
        leader.cont();
        Thread.sleep(1500);

        assertThat(arena.leadingSince(System.nanoTime() - 500_000_000L))
                .as("a hiccup within the delay changes nothing")
                .containsExactly(leader);
        assertThat(events(poller)).doesNotContain("election_started", "became_leader");
    }

    private static List<String> running(Child child) {
        List<String> names = new ArrayList<>();
        child.journal().duties().forEach(duty -> {
            if (duty.began()) {
                names.add(duty.name() + duty.token());
            } else {
                names.remove(duty.name() + duty.token());
            }
        });
        return names;
    }

    private static List<String> events(Child child) {
        return child.journal().feed().stream().map(Feed::event).toList();
    }

    private static List<String> order(Child child) {
        return events(child);
    }

    private static void report(String words, Object... figures) throws IOException {
        System.out.println("nemesis: registry: " + words.formatted(figures));
    }
}
