package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus run} on nodes that may not lead, and where there is no election. */
class RunRoleTest {
    @TempDir
    private Path folder;

    private static final Map<String, String> OFF = Map.of("COORDINATOR_ELECTION_ENABLED", "false");

    @Test
    @Tag("G9")
    @DisplayName("who is not eligible observes, says so, and does not run the program")
    void notEligible() {
        Run run = run(Map.of("COORDINATOR_ELIGIBLE", "false"), "--wait", "300ms", "--", "touch", ran().toString());
        assertThat(run.err())
                .contains("this node is not eligible (eligible = false): it observes.")
                .contains("touch is not run on this node")
                .contains("did not lead within");
        assertThat(run.code()).isEqualTo(124);
        assertThat(ran()).doesNotExist();
    }

    @Test
    @Tag("G9")
    @DisplayName("who is not eligible by its type does not run the program either")
    void notEligibleByType() {
        Run run = run(Map.of(), "--node-type", "poller", "--wait", "100ms", "--", "touch", ran().toString());
        assertThat(run.err()).contains("this node is not eligible (node type poller)");
        assertThat(ran()).doesNotExist();
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off the node that coordinates runs the program with token 0, and asks no store")
    void assigned() throws Exception {
        Run run = run(
                Map.of("COORDINATOR_ELECTION_ENABLED", "false", "CLUSTER_COORDINATOR", "true"),
                "--",
                "sh",
                "-c",
                "echo $PRIMUS_TOKEN $PRIMUS_TERM $PRIMUS_ELECTION $PRIMUS_NODE > " + ran() + "; exit 7");
        assertThat(run.code()).as(run.err()).isEqualTo(7);
        assertThat(ran()).hasContent("0 0 nightly n\n");
        assertThat(run.err())
                .contains("election is off: by its settings this node coordinates nightly. Token 0")
                .contains("starting sh");
        try (var files = Files.list(folder)) {
            assertThat(files).as("no store was made").containsExactly(ran());
        }
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off every other node does not run it, and says so")
    void notAssigned() {
        Run run = run(OFF, "--wait", "100ms", "--", "touch", ran().toString());
        assertThat(run.err()).contains("does not coordinate nightly").contains("touch is not run on this node");
        assertThat(run.code()).isEqualTo(124);
        assertThat(ran()).doesNotExist();
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off a program that fails is begun again as it would be in a term")
    void assignedAndRestarted() throws Exception {
        Run run = run(
                OFF,
                "--cluster-coordinator",
                "true",
                "--restart",
                "on-failure",
                "--",
                "sh",
                "-c",
                "echo x >> %1$s; test $(wc -l < %1$s) -ge 3".formatted(ran()));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(ran()).hasContent("x\nx\nx\n");
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off a program is ended with all it started when primus ends")
    void assignedAndStopped() throws Exception {
        Run run = NodeRun.until(
                said -> ran().toFile().length() > 0,
                folder,
                OFF,
                "run",
                "--node",
                "n",
                "--election",
                "nightly",
                "--cluster-coordinator",
                "true",
                "--lease",
                "2s",
                "--",
                "sh",
                "-c",
                "sleep 600 & echo $! > %s; wait".formatted(ran()));
        assertThat(ran()).as(run.err()).isNotEmptyFile();
        long sleeper = Long.parseLong(Files.readString(ran()).strip());
        // Whoever inherited it may take a moment to bury it.
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        ProcessHandle.of(sleeper).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off there is no death watch to require: wrong usage, not a restart for ever")
    void assignedAndWatched() {
        Run run = run(OFF, "--cluster-coordinator", "true", "--require-watch", "--", "touch", ran().toString());
        assertThat(run.err()).contains("--require-watch: while election is off there is no death watch");
        assertThat(run.code()).isEqualTo(125);
        assertThat(ran()).doesNotExist();
    }

    @Test
    @Tag("G13")
    @DisplayName("with election off a health check is not used, and that is said")
    void assignedAndChecked() {
        Run run = run(OFF, "--cluster-coordinator", "true", "--health", "false", "--", "touch", ran().toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).containsOnlyOnce("--health is not used");
    }

    @Test
    @Tag("G9")
    @DisplayName("who only observes can be asked by its control socket too")
    void observersAnswer() throws Exception {
        Path socket = folder.resolve("door").resolve("n.sock");
        AtomicReference<Run> status = new AtomicReference<>();
        NodeRun.until(
                said -> {
                    status.set(Run.of("status", "--socket", socket.toString()));
                    return status.get().out().contains("observing");
                },
                folder,
                Map.of("COORDINATOR_ELIGIBLE", "false"),
                "run",
                "--node",
                "n",
                "--election",
                "nightly",
                "--control-socket",
                socket.toString(),
                "--",
                "true");
        assertThat(status.get().out()).as(status.get().err()).contains("nightly", "observing");
    }

    @Test
    @Tag("G13")
    @DisplayName("with election on the old assignment is ignored with a warning, and the program runs by election")
    void deprecated() {
        Run run = run(Map.of("CLUSTER_COORDINATOR", "false"), "--", "touch", ran().toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .containsOnlyOnce("cluster_coordinator is deprecated, and ignored while election is on")
                .contains("leading, term 1");
        assertThat(ran()).exists();
    }

    private Path ran() {
        return folder.resolve("ran");
    }

    private Run run(Map<String, String> environment, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--node", "n", "--election", "nightly"));
        words.addAll(List.of(options));
        Map<String, String> all = new java.util.HashMap<>(environment);
        all.put("XDG_DATA_HOME", folder.toString());
        all.put("XDG_CONFIG_HOME", folder.toString());
        all.put("PATH", System.getenv("PATH"));
        return Run.with(all, words.toArray(String[]::new));
    }
}
