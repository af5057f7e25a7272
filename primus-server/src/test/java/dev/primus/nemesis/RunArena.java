package dev.primus.nemesis;

import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** Where {@code primus run} processes on one store meet, and what their copies of a program do. */
final class RunArena implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** As much as fits a lease of three seconds: a busy machine needs it. */
    private static final String GRACE = "900ms";

    /** Writes its token some fifty times a second, for ever. */
    private static final String WORKER = """
            while :; do echo "$PRIMUS_TOKEN $$" >> '%s'; sleep 0.02; done
            """;

    private final Database database;
    private final Path folder;
    private final String election;
    private final Duration lease;
    private final WorkLog log;
    private final Path worker;
    private final List<Runner> runners = new ArrayList<>();

    RunArena(Database database, Path folder, String election, Duration lease) throws IOException {
        this.database = database;
        this.folder = folder;
        this.election = election;
        this.lease = lease;
        this.log = new WorkLog(folder.resolve(election + ".work"));
        this.worker = Files.writeString(folder.resolve(election + ".sh"), WORKER.formatted(log.file()));
    }

    WorkLog log() {
        return log;
    }

    Duration lease() {
        return lease;
    }

    Runner start(String node, String... options) throws IOException {
        return startProgram(node, List.of("sh", worker.toString()), options);
    }

    /** A program with grandchildren, all of which work and none of which heeds TERM. */
    Runner startStubborn(String node, String... options) throws IOException {
        String script = "trap '' TERM; (sh %1$s & sh %1$s & wait) & sh %1$s".formatted(worker);
        return startProgram(node, List.of("sh", "-c", script), options);
    }

    Runner startProgram(String node, List<String> program, String... options) throws IOException {
        List<String> all =
                new ArrayList<>(List.of("--election", election, "--lease", lease.toMillis() + "ms", "--grace", GRACE));
        all.addAll(List.of(options));
        Map<String, String> environment = Map.of(
                "PRIMUS_STORE", database.url(),
                "PRIMUS_STORE_USER", database.user(),
                "PRIMUS_STORE_PASSWORD", database.password());
        Runner runner = new Runner(node, environment, folder, all, program);
        runners.add(runner);
        return runner;
    }

    /** Returns when a copy with a higher token has written, and says when that was. */
    long awaitCopyAfter(long token) {
        until("a copy after token " + token, () -> log.highest() > token);
        return System.nanoTime();
    }

    void awaitStandby(Runner runner) {
        until(runner.node() + " stands by", () -> runner.said().contains("standby;"));
    }

    /** How many lines there are now is not how many there will be: a copy is at work. */
    void awaitWork() {
        int before = log.lines().size();
        until("work", () -> log.lines().size() > before + 5);
    }

    /** SIGSTOP, but not within a transaction on a file: that would keep all others out, safely, and tell nothing. */
    void pause(Runner runner) throws IOException, InterruptedException {
        runner.signal("STOP");
        for (int tries = 0; !database.isFree() && tries < 20; tries++) {
            runner.signal("CONT");
            runner.signal("STOP");
        }
    }

    /** The last process that wrote; a program that is one shell is that shell. */
    long lastWriter() {
        List<WorkLog.Line> lines = log.lines();
        return lines.get(lines.size() - 1).pid();
    }

    @Nullable
    LossReason endOfTerm(long token) {
        try (Ledger ledger = database.store().ledger(ClusterName.DEFAULT)) {
            return ledger.history(new ElectionName(election), 100).stream()
                    .filter(term -> term.term().token().value() == token)
                    .findFirst()
                    .orElseThrow()
                    .reason();
        }
    }

    void until(String what, Callable<Boolean> holds) {
        try {
            await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(holds);
        } catch (ConditionTimeoutException e) {
            StringBuilder said = new StringBuilder();
            runners.forEach(one ->
                    said.append("\n%s (%s): %s".formatted(one.node(), one.isAlive() ? "alive" : "ended", one.said())));
            throw new AssertionError(e.getMessage() + said, e);
        }
    }

    @Override
    public void close() {
        runners.forEach(Runner::close);
        ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains(worker.toString()))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
