package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code primus run} on two hosts' worth of processes: never two copies at work at once, whoever dies. Judged by the file
 * the copies append to; times are printed, not judged, but for the one that would be an early release.
 */
@Tag("Z5")
@Tag("Z8")
abstract class RunScenarios {
    private static final Duration LEASE = Duration.ofSeconds(3);
    /** The last renewal before a stop is at most so old; no lease that runs out by itself is free sooner. */
    private static final Duration RUNS_AT_LEAST =
            LEASE.minus(LEASE.multipliedBy(11).dividedBy(40)).minusMillis(500);

    private static final int TRIALS = "build".equals(System.getProperty("primus.tier", "build")) ? 2 : 20;

    @TempDir
    private Path home;

    private Database database;
    private RunArena arena;

    abstract Database open(Path home) throws Exception;

    @BeforeEach
    void aStore() throws Exception {
        database = open(home);
        arena = new RunArena(database, home, "nightly", LEASE);
    }

    @AfterEach
    void neverTwoCopiesAtWork() throws Exception {
        try (Database used = database) {
            assertThat(used).isNotNull();
            arena.close();
            assertThat(arena.log().overlaps())
                    .as("what a reader without a fence sees")
                    .isEmpty();
            assertThat(arena.log().fenced())
                    .as("what a reader with a fence takes")
                    .hasSameSizeAs(arena.log().lines());
        }
    }

    @Test
    @DisplayName("kill -9 of primus: the companion ends the stubborn tree, then gives the lease back, within moments")
    void killOfPrimus() throws Exception {
        List<Long> millis = new ArrayList<>();
        int slowDeaths = 0;
        Runner leader = arena.startStubborn("run-0");
        arena.awaitCopyAfter(0);
        for (int trial = 1; trial <= TRIALS; trial++) {
            Runner standby = arena.startStubborn("run-" + trial);
            arena.awaitStandby(standby);
            arena.awaitWork();
            long token = arena.log().highest();
            long killed = System.nanoTime();
            leader.signal("KILL");
            millis.add((arena.awaitCopyAfter(token) - killed) / 1_000_000);
            if (leader.said().contains("its process lives")) {
                slowDeaths++;
            } else {
                assertThat(arena.endOfTerm(token)).as(leader.said()).isEqualTo(LossReason.CRASHED);
            }
            leader = standby;
        }
        report("takeover after kill -9, death watch", millis);
        assertThat(slowDeaths)
                .as("deaths that took longer than the companion waits, on a busy machine")
                .isLessThanOrEqualTo(TRIALS / 4 + 1);
    }

    @Test
    @DisplayName("SIGSTOP of primus: the tree is killed at its time, and nothing is given back before the lease is out")
    void stopOfPrimus() throws Exception {
        List<Long> millis = new ArrayList<>();
        Runner leader = arena.startStubborn("run-0");
        arena.awaitCopyAfter(0);
        for (int trial = 1; trial <= TRIALS; trial++) {
            Runner standby = arena.startStubborn("run-" + trial);
            arena.awaitStandby(standby);
            arena.awaitWork();
            long token = arena.log().highest();
            long stopped = System.nanoTime();
            arena.pause(leader);
            long took = arena.awaitCopyAfter(token) - stopped;
            millis.add(took / 1_000_000);
            assertThat(Duration.ofNanos(took)).as("no early release").isGreaterThan(RUNS_AT_LEAST);
            assertThat(arena.endOfTerm(token)).isNotEqualTo(LossReason.CRASHED);
            leader.signal("CONT");
            assertThat(leader.exitCode()).as(leader.said()).isEqualTo(75);
            leader = standby;
        }
        report("takeover after SIGSTOP", millis);
    }

    @Test
    @Tag("long")
    @DisplayName("SIGSTOP of primus and its companion: nobody ends the program, and the token alone protects")
    void stopOfBoth() throws Exception {
        try (RunArena both = new RunArena(database, home, "both", LEASE)) {
            Runner first = both.start("run-1");
            both.awaitCopyAfter(0);
            Runner second = both.start("run-2");
            both.awaitStandby(second);
            ProcessHandle companion = first.companion().orElseThrow();
            Runner.signal("STOP", companion.pid());
            both.pause(first);
            both.awaitCopyAfter(1);
            both.until("both copies at work", () -> both.log().overlaps().size() > 5);
            assertThat(both.log().fenced())
                    .as("what a reader with a fence takes")
                    .extracting(WorkLog.Line::token)
                    .isSorted()
                    .hasSizeLessThan(both.log().lines().size());
            first.signal("CONT");
            Runner.signal("CONT", companion.pid());
            assertThat(first.exitCode()).as(first.said()).isEqualTo(75);
        }
    }

    @Test
    @DisplayName("kill -9 of the program: its code is ours, and the next node starts its own copy at once")
    void killOfTheProgram() throws Exception {
        Runner first = arena.start("run-1");
        arena.awaitCopyAfter(0);
        Runner second = arena.start("run-2");
        arena.awaitStandby(second);
        long token = arena.log().highest();
        Runner.signal("KILL", arena.lastWriter());
        arena.awaitCopyAfter(token);
        assertThat(first.exitCode()).isEqualTo(128 + 9);
        assertThat(arena.endOfTerm(token)).isEqualTo(LossReason.SHUTDOWN);

        second.signal("TERM");
        assertThat(second.exitCode()).as("the program's own end by TERM").isEqualTo(128 + 15);
    }

    @Test
    @DisplayName("kill -9 of the companion: the program works on, another companion comes; without one, lease speed")
    void killOfTheCompanion() throws Exception {
        Runner first = arena.start("run-1");
        arena.awaitCopyAfter(0);
        Runner second = arena.start("run-2");
        arena.awaitStandby(second);
        long token = arena.log().highest();

        ProcessHandle companion = first.companion().orElseThrow();
        companion.destroyForcibly();
        arena.until(
                "another companion",
                () -> first.companion()
                        .filter(next -> next.pid() != companion.pid() && next.isAlive())
                        .isPresent());
        arena.awaitWork();
        assertThat(arena.log().highest()).as("nobody took over").isEqualTo(token);

        long worker = arena.lastWriter();
        ProcessHandle replacement = first.companion().orElseThrow();
        Runner.signal("STOP", replacement.pid());
        long killed = System.nanoTime();
        first.signal("KILL");
        // The companion cannot act and the host is not dead: whoever ends the program then is the operator.
        Runner.signal("KILL", worker);
        long took = arena.awaitCopyAfter(token) - killed;
        assertThat(Duration.ofNanos(took)).as("lease speed").isGreaterThan(RUNS_AT_LEAST);
        Runner.signal("CONT", replacement.pid());
        arena.until("the late companion goes", () -> !replacement.isAlive());
        arena.awaitWork();
        assertThat(arena.log().highest()).as("its late release changed nothing").isEqualTo(token + 1);
    }

    @Test
    @DisplayName("a health check that says no: leadership given up as UNHEALTHY, and the next node goes on")
    void unhealthy() throws Exception {
        Path ill = home.resolve("ill");
        Runner first = arena.start("run-1", "--health", "! test -e " + ill, "--health-every", "300ms");
        arena.awaitCopyAfter(0);
        Runner second = arena.start("run-2", "--require-watch");
        arena.awaitStandby(second);
        long token = arena.log().highest();
        Files.createFile(ill);
        arena.awaitCopyAfter(token);
        assertThat(first.exitCode()).as(first.said()).isEqualTo(75);
        assertThat(arena.endOfTerm(token)).as(first.said()).isEqualTo(LossReason.UNHEALTHY);

        long next = arena.log().highest();
        second.companion().orElseThrow().destroyForcibly();
        assertThat(second.exitCode())
                .as("--require-watch steps down: " + second.said())
                .isEqualTo(75);
        assertThat(arena.endOfTerm(next)).as(second.said()).isEqualTo(LossReason.SHUTDOWN);
    }

    private void report(String what, List<Long> millis) {
        List<Long> sorted = new ArrayList<>(millis);
        Collections.sort(sorted);
        System.out.printf(
                "%s on %s, lease %d ms: median %d ms, max %d ms of %d (%s)%n",
                what,
                database.name(),
                LEASE.toMillis(),
                sorted.get((sorted.size() - 1) / 2),
                sorted.get(sorted.size() - 1),
                sorted.size(),
                millis.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
}
