package dev.primus.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("Z5")
@EnabledOnOs(OS.LINUX)
@DisplayName("All processes of a run are found, and only those")
class ProcessTreeTest {
    private static final String RUN_ID = "00112233445566778899aabbccddeeff";

    private final Proc proc = Proc.OF_THIS_HOST;
    private final List<Process> started = new ArrayList<>();
    private ProcessTree tree = new ProcessTree(proc, new TreeKey(RUN_ID, null));

    @AfterEach
    void nobodyStays() throws InterruptedException {
        for (int i = 0; i < 100 && !tree.kill().isEmpty(); i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        started.forEach(Process::destroyForcibly);
    }

    /** Runs a script with the run id, in a session of its own. */
    private Process start(String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("setsid", "sh", "-c", script);
        builder.environment().put(TreeKey.VARIABLE, "some-outer-run," + RUN_ID);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private void awaitCount(int count) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(living()).hasSize(count));
    }

    private List<ProcessKey> living() {
        return tree.scan().living();
    }

    private void killAll() {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> tree.kill().isEmpty());
    }

    @Test
    void grandchildrenWhoseParentIsGoneAreFoundByTheirEnvironment() throws Exception {
        Process parent = start("(setsid sleep 100 & setsid sleep 100 &) ; sleep 100");
        awaitCount(4);
        parent.destroyForcibly().waitFor();
        awaitCount(3);
        killAll();
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void whoClearedItsEnvironmentIsFoundByItsSession() throws Exception {
        Process parent = start("env -i sleep 100 & exec sleep 100");
        ProcessKey leader = await().until(() -> proc.stat(parent.pid()).found(), stat -> stat.isPresent())
                .orElseThrow()
                .key();
        tree = new ProcessTree(proc, new TreeKey(RUN_ID, leader));
        awaitCount(2);
        await().until(() ->
                new ProcessTree(proc, new TreeKey(RUN_ID, null)).scan().living().size() == 1);
        killAll();
        parent.waitFor(10, TimeUnit.SECONDS);
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void termAsksAndKillDoesNot(@TempDir Path folder) throws Exception {
        Path ready = folder.resolve("ready");
        Process deaf = start("trap '' TERM; touch " + ready + "; while :; do sleep 1; done");
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(ready));
        assertThat(tree.terminate().living()).isNotEmpty();
        assertThat(deaf.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
        killAll();
        assertThat(deaf.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(deaf.exitValue()).isEqualTo(128 + 9);
    }

    @Test
    @DisplayName("a session whose leader's number has gone to another process is not ours")
    void aReusedNumberIsSpared() throws Exception {
        Process stranger = new ProcessBuilder("setsid", "sleep", "100").start();
        started.add(stranger);
        ProcessKey former = new ProcessKey(stranger.pid(), 1);
        assertThat(new ProcessTree(proc, new TreeKey("ffffffffffffffff", former))
                        .kill()
                        .isEmpty())
                .isTrue();
        assertThat(stranger.waitFor(100, TimeUnit.MILLISECONDS)).isFalse();
    }

    @Test
    @Tag("Z8")
    void deadIsGoneOrAnotherOrAnEmptyShell(@TempDir Path fake) throws Exception {
        Process child = new ProcessBuilder("sleep", "100").start();
        started.add(child);
        ProcessKey key = proc.stat(child.pid()).found().orElseThrow().key();
        assertThat(key.state(proc)).isEqualTo(ProcessState.ALIVE);
        assertThat(new ProcessKey(key.pid(), key.started() - 1).state(proc)).isEqualTo(ProcessState.GONE);
        child.destroyForcibly().waitFor();
        assertThat(key.state(proc)).isEqualTo(ProcessState.GONE);

        Proc shown = new Proc(fake);
        show(fake, 42, 'Z', 1);
        assertThat(new ProcessKey(42, 700).state(shown)).isEqualTo(ProcessState.GONE);
        show(fake, 43, 'Z', 2);
        assertThat(new ProcessKey(43, 700).state(shown)).as("threads still run").isEqualTo(ProcessState.ALIVE);
        show(fake, 44, 'T', 1);
        assertThat(new ProcessKey(44, 700).state(shown)).as("only stopped").isEqualTo(ProcessState.ALIVE);
    }

    private static void show(Path root, long pid, char state, int tasks) throws IOException {
        Path folder = Files.createDirectories(root.resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (a (strange) name) " + state + " 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 700 0");
        for (int i = 0; i < tasks; i++) {
            Files.createDirectories(folder.resolve("task").resolve(Long.toString(pid + i)));
        }
    }
}
