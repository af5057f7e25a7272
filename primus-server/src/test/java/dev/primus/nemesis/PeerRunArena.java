package dev.primus.nemesis;

import static org.awaitility.Awaitility.await;

import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/** Three {@code primus run} processes on loopback that decide among themselves, and the file their copies append to. */
final class PeerRunArena implements AutoCloseable {
    static final String SECRET = "open-sesame-open-sesame";

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String ELECTION = "nightly";

    /** Writes its token some fifty times a second, for ever. */
    private static final String WORKER = """
            while :; do echo "$PRIMUS_TOKEN $$" >> '%s'; sleep 0.02; done
            """;

    private final String engine;
    private final Path folder;
    private final WorkLog log;
    private final Path worker;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Runner> runners = new LinkedHashMap<>();
    private final List<Runner> all = new ArrayList<>();
    private int starts;

    PeerRunArena(String engine, Path folder) throws IOException {
        this.engine = engine;
        this.folder = folder;
        this.log = new WorkLog(folder.resolve("nightly.work"));
        this.worker = Files.writeString(folder.resolve("nightly.sh"), WORKER.formatted(log.file()));
        for (String node : List.of("run-a", "run-b", "run-c")) {
            ports.put(node, FreePort.next());
        }
    }

    WorkLog log() {
        return log;
    }

    /** Starts whoever does not run, and returns the leader once the other two stand by. */
    Runner settle() {
        until("a leader with two standbys", () -> {
            for (String node : ports.keySet()) {
                Runner present = runners.get(node);
                if (present == null || !present.isAlive()) {
                    start(node);
                }
            }
            List<Runner> leading = leaders(log.highest());
            return leading.size() == 1
                    && runners.values().stream()
                            .allMatch(one -> leading.contains(one) || one.said().contains("standby;"));
        });
        return leaders(log.highest()).get(0);
    }

    private List<Runner> leaders(long token) {
        return runners.values().stream()
                .filter(one -> one.said().contains("leading, term " + token + ";"))
                .toList();
    }

    /** A program with grandchildren, all of which work and none of which heeds TERM. */
    private void start(String node) throws IOException {
        String peers = ports.values().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        List<String> options = new ArrayList<>(List.of("--election", ELECTION, "--engine", engine));
        options.addAll(List.of("--bind", "127.0.0.1:" + ports.get(node), "--peers", peers));
        options.addAll(List.of("--network", "local", "--timing", "fast"));
        Path home = Files.createDirectories(folder.resolve("home-" + node));
        options.addAll(
                engine.equals("registry")
                        ? List.of("--marks", home.resolve("marks").toString())
                        : List.of("--files", home.toString(), "--capability", "admin_election"));
        String script = "trap '' TERM; (sh %1$s & sh %1$s & wait) & sh %1$s".formatted(worker);
        Path output = Files.createDirectories(folder.resolve("life-" + ++starts));
        Map<String, String> environment = Map.of("HOME", home.toString(), "PRIMUS_PEER_SECRET", SECRET);
        Runner runner = new Runner(node, environment, output, options, List.of("sh", "-c", script));
        runners.put(node, runner);
        all.add(runner);
    }

    /** Returns when a copy with a higher token has written, and says when that was. */
    long awaitCopyAfter(long token) {
        until("a copy after token " + token, () -> log.highest() > token);
        return System.nanoTime();
    }

    void awaitWork() {
        int before = log.lines().size();
        until("work", () -> log.lines().size() > before + 5);
    }

    void until(String what, Callable<Boolean> holds) {
        try {
            await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(holds);
        } catch (ConditionTimeoutException e) {
            StringBuilder said = new StringBuilder();
            all.forEach(one ->
                    said.append("\n%s (%s): %s".formatted(one.node(), one.isAlive() ? "alive" : "ended", one.said())));
            throw new AssertionError(e.getMessage() + said, e);
        }
    }

    @Override
    public void close() {
        all.forEach(Runner::close);
        ProcessHandle.allProcesses()
                .filter(one -> one.info().commandLine().orElse("").contains(worker.toString()))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
