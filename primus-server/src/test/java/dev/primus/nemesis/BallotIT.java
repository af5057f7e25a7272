package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Availability;
import dev.primus.testkit.net.NetLab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes that vote, with signed messages, on hosts of a network of their own. */
@Tag("B12")
class BallotIT {
    private static final String PORT = ":7800";

    @TempDir
    private Path folder;

    private NetLab lab;
    private PeerArena arena;

    private PeerArena arena(int hosts) throws Exception {
        try {
            lab = NetLab.of(hosts);
        } catch (UnsupportedOperationException e) {
            Assumptions.abort(e.getMessage());
        }
        arena = new PeerArena(folder, Availability.MAJORITY);
        for (int host = 0; host < hosts; host++) {
            arena.remote("n" + host, NetLab.ip(host) + PORT, lab.on(host));
        }
        return arena.byBallot();
    }

    @AfterEach
    void clear() {
        if (arena != null) {
            arena.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    @DisplayName("Vote1, Vote7: the leader of three is killed, paused, cut off and healed: never two leaders")
    void oneOfEach() throws Exception {
        rounds(3, 1);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} hosts, {1} rounds")
    @CsvSource({"3, 20", "5, 20"})
    @DisplayName("Vote1, Vote7: rounds of killing, pausing, cutting and healing")
    void many(int hosts, int rounds) throws Exception {
        rounds(hosts, rounds);
    }

    private void rounds(int hosts, int rounds) throws Exception {
        PeerArena arena = arena(hosts);
        arena.startAll();
        List<Double> killed = new ArrayList<>();
        try {
            for (int round = 1; round <= rounds; round++) {
                killed.add(kill());
                report(
                        "ballot of %d, round %d: led again %.0f ms after a kill -9",
                        hosts, round, killed.get(round - 1));
                report("ballot of %d, round %d: led again %.0f ms after a pause", hosts, round, pause());
                report("ballot of %d, round %d: led again %.0f ms after a cut", hosts, round, cut());
            }
        } finally {
            assertThat(arena.history().violations())
                    .as("what the journals show")
                    .isEmpty();
        }
        killed.sort(Double::compare);
        report(
                "ballot of %d: kill -9 to the next leader, median %.0f ms, max %.0f ms, n = %d",
                hosts, killed.get(killed.size() / 2), killed.get(killed.size() - 1), killed.size());
        arena.close();
    }

    /** @return milliseconds until somebody else led */
    private double kill() throws Exception {
        Child leader = arena.awaitOne();
        long at = System.nanoTime();
        leader.kill9();
        double took = took(leader, at);
        arena.start(leader.node());
        return took;
    }

    private double pause() throws Exception {
        Child leader = arena.awaitOne();
        long at = System.nanoTime();
        leader.stop();
        double took = took(leader, at);
        TimeUnit.MILLISECONDS.sleep(500);
        leader.cont();
        return took;
    }

    private double cut() throws Exception {
        Child leader = arena.awaitOne();
        int host = Integer.parseInt(leader.node().substring(1));
        long at = System.nanoTime();
        lab.cut(host);
        double took = took(leader, at);
        lab.heal(host);
        arena.awaitOne();
        return took;
    }

    private double took(Child leader, long at) {
        return (arena.awaitLeader(at, child -> child != leader).sample().after() - at) / 1e6;
    }

    private static void report(String what, Object... details) {
        System.out.println(what.formatted(details));
    }
}
