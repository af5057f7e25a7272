package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus node} is stopped by SIGSTOP for longer than its lease and goes on. */
@Tag("G3")
class LongPauseIT {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration PAUSE = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    private final Map<String, Process> nodes = new LinkedHashMap<>();

    @AfterEach
    void end() {
        nodes.values().forEach(Process::destroyForcibly);
    }

    @Test
    @DisplayName(
            "its duties end in good order and are not abandoned, and a sole node leads again without waiting a lease")
    void dutiesHaveTheirDrainAfterAPause() throws Exception {
        List<String> engines = List.of("lease", "registry", "ballot");
        for (String engine : engines) {
            start(engine);
        }
        for (String engine : engines) {
            await().atMost(Duration.ofSeconds(30)).until(() -> said(engine).contains("\"duty_started\""));
        }
        signalAll("STOP");
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        signalAll("CONT");
        for (String engine : engines) {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(times(engine, "became_leader"))
                            .as(said(engine))
                            .hasSizeGreaterThan(1));
            assertThat(said(engine))
                    .containsSubsequence("\"revoked\"", "\"duty_ended\"", "\"became_leader\"")
                    .doesNotContain("\"duty_abandoned\"");
            Duration leaderless = Duration.between(
                    times(engine, "revoked").get(0),
                    times(engine, "became_leader").get(1));
            assertThat(leaderless).as(said(engine)).isLessThan(LEASE);
        }
    }

    private void start(String engine) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("node", "--node", engine, "--election", "e", "--events", "ndjson"));
        if (engine.equals("lease")) {
            words.addAll(List.of("--lease", LEASE.toSeconds() + "s", "--allocate"));
        } else { // Nodes among themselves always have a duty: the health of the cluster.
            String address = "127.0.0.1:" + FreePort.next();
            words.addAll(List.of("--engine", engine, "--bind", address, "--peers", address));
            words.addAll(List.of("--files", folder.resolve("files-" + engine).toString(), "--network", "local"));
            words.addAll(List.of("--preset", "fast"));
        }
        Map<String, String> environment = Map.of(
                "HOME",
                folder.toString(),
                "XDG_RUNTIME_DIR",
                folder.toString(),
                "PRIMUS_PEER_SECRET",
                "a secret of this test only",
                "PRIMUS_STORE",
                "jdbc:sqlite:" + folder.resolve(engine + ".db"));
        nodes.put(engine, Built.start(folder, output(engine), environment, words.toArray(String[]::new)));
    }

    private void signalAll(String signal) throws Exception {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        nodes.values().forEach(node -> command.add(Long.toString(node.pid())));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }

    private Path output(String engine) {
        return folder.resolve(engine + ".txt");
    }

    private String said(String engine) {
        return Built.read(output(engine));
    }

    private List<Instant> times(String engine, String event) {
        Pattern record = Pattern.compile("\"time\":\"([^\"]+)\",\"node\":\"[^\"]+\",\"event\":\"" + event + "\"");
        List<Instant> times = new ArrayList<>();
        for (Matcher found = record.matcher(said(engine)); found.find(); ) {
            times.add(Instant.parse(found.group(1)));
        }
        return times;
    }
}
