package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus demo} with its real processes: what it shows, and that nothing stays behind however it ends. */
@Tag("L5")
@Tag("L6")
class DemoIT {
    @TempDir
    private Path folder;

    private Path temp;
    private Path output;

    @BeforeEach
    void folders() throws IOException {
        temp = Files.createDirectory(folder.resolve("temp"));
        output = folder.resolve("output.txt");
    }

    @Test
    void showsWhatItPromises() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo");
        assertThat(demo.waitFor(30, TimeUnit.SECONDS)).as("ends in time").isTrue();
        String shown = Built.read(output);
        assertThat(demo.exitValue()).as(shown).isZero();
        assertThat(shown)
                .containsPattern("✓ +elect .* token 1,")
                .containsPattern("✓ +kill -9 .* token 2,")
                .containsPattern("✓ +return ")
                .containsPattern("✓ +hand-over .* token 3,")
                .contains("1 EXPIRED, 2 SHUTDOWN, 3 SHUTDOWN")
                .contains("Try next:")
                .doesNotContain("\u001b");
        assertNothingIsLeft(List.of());
    }

    @Test
    void whoVotesShowsTheScores() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo", "--engine", "ballot");
        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).as("ends in time").isTrue();
        String shown = Built.read(output);
        assertThat(demo.exitValue()).as(shown).isZero();
        assertThat(shown)
                .containsPattern("core-\\d wins term \\d+ with 0\\.\\d{6}")
                .containsPattern("✓ +kill -9 ")
                .containsPattern("✓ +hand-over ")
                .containsPattern("✓ +history .* \\d+ EXPIRED, \\d+ SHUTDOWN, \\d+ SHUTDOWN")
                .doesNotContain("the store");
        assertNothingIsLeft(List.of());
    }

    @Test
    @Tag("P1")
    @Tag("P4")
    @Tag("P5")
    void workIsSharedOutBeforeTheReadersEyes() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo", "--partitions");
        assertThat(demo.waitFor(90, TimeUnit.SECONDS)).as("ends in time").isTrue();
        String shown = Built.read(output);
        assertThat(demo.exitValue()).as(shown).isZero();
        assertThat(shown)
                .containsPattern("✓ +share out .* w-1 20, w-2 20, w-3 20")
                .containsPattern("✓ +join .* 15 moved, all of them to w-4")
                .containsPattern("✓ +kill -9 worker .* 15 moved, after ")
                .containsPattern("✓ +drain .* 20 moved; w-3 runs on, with nothing")
                .containsPattern("✓ +kill -9 coordinator .* core-\\d, token 2 after 1; none moved")
                .contains("ASSIGNED 60  REQUESTED_RELEASE 0  PENDING_RELEASE 0  UNASSIGNED 0")
                .doesNotContain("\u001b");
        assertNothingIsLeft(List.of());
    }

    @Test
    void anInterruptEndsTheWorkersToo() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo", "--partitions");
        await().atMost(Duration.ofSeconds(20)).until(() -> Built.read(output).contains("w-1 has "));
        List<ProcessHandle> all = demo.descendants().toList();
        demo.toHandle().destroy();
        assertThat(demo.waitFor(15, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(143);
        assertNothingIsLeft(all);
    }

    @Test
    void whatIsSetForRealNodesDoesNotSteerIt() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.toml"), "[lease");
        Map<String, String> set = Map.of(
                "PRIMUS_CONFIG",
                broken.toString(),
                "COORDINATOR_ELECTION_ENABLED",
                "false",
                "COORDINATOR_ELIGIBLE",
                "false",
                "PRIMUS_MARGIN",
                "1h",
                "PRIMUS_STORE_USER",
                "app");
        Process demo = Built.start(temp, output, set, "--no-color", "demo");
        awaitNodes(demo);
        demo.toHandle().destroy();
        assertThat(demo.waitFor(15, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anInterruptEndsTheProcesses() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo");
        List<ProcessHandle> nodes = awaitNodes(demo);
        demo.toHandle().destroy();
        assertThat(demo.waitFor(15, TimeUnit.SECONDS)).isTrue();
        assertThat(demo.exitValue()).isEqualTo(143);
        assertNothingIsLeft(nodes);
    }

    @Test
    void notEvenItsSuddenDeathLeavesProcesses() throws Exception {
        Process demo = Built.start(temp, output, Map.of(), "demo");
        List<ProcessHandle> nodes = awaitNodes(demo);
        demo.destroyForcibly();
        await().atMost(Duration.ofSeconds(15)).until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive));
    }

    private List<ProcessHandle> awaitNodes(Process demo) {
        await().atMost(Duration.ofSeconds(15)).until(() -> Built.read(output).contains(" LEADS"));
        List<ProcessHandle> nodes = demo.descendants().toList();
        // Never an upper bound: the killed leader, its replacement and the JVM's spawn helper may be seen together.
        assertThat(nodes).hasSizeGreaterThanOrEqualTo(2);
        return nodes;
    }

    private void assertNothingIsLeft(List<ProcessHandle> nodes) {
        assertThat(nodes).noneMatch(ProcessHandle::isAlive);
        // The driver's library of the demo's own process is removed by the JVM at its end.
        assertThat(temp).isEmptyDirectory();
    }
}
