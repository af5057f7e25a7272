package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus run} as a process, asked and told by operators through the socket it was given. */
@Tag("Z9")
@Tag("long")
class RunControlIT {
    @TempDir
    private Path folder;

    private Map<String, String> environment;

    @Test
    void answersAndHandsOverLosingItsProgram() throws Exception {
        Path socket = folder.resolve("door").resolve("run.sock");
        environment = Map.of(
                "PRIMUS_STORE",
                "jdbc:sqlite:" + folder.resolve("store.db"),
                "PRIMUS_CONTROL_SOCKET",
                socket.toString());
        Path said = folder.resolve("said.txt");
        Process run = Built.start(
                folder,
                said,
                environment,
                "run",
                "--node",
                "core-1",
                "--election",
                "e",
                "--control-socket",
                socket.toString(),
                "--",
                "sh",
                "-c",
                "echo begun; exec sleep 600");
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> Built.read(said).contains("begun"));
            assertThat(primus("status", "--node", "core-1"))
                    .containsPattern("core-1#[0-9a-f]{8}: UP, pid " + run.pid() + ", cluster default, lease 10 s")
                    .containsPattern("e +leading +core-1#[0-9a-f]{8} +1 .* sh running");
            assertThat(primus("check", "e", "--socket", socket.toString())).contains("is leading, term 1");
            assertThat(primus("resign", "e", "--yes", "--reason", "kernel update"))
                    .contains("done: released, and this node ends");
            assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).as(Built.read(said)).isEqualTo(75);
            assertThat(Built.read(said)).contains("leadership lost: RELEASED");
            assertThat(socket).doesNotExist();
        } finally {
            run.destroy();
            run.waitFor(10, TimeUnit.SECONDS);
            run.destroyForcibly();
        }
    }

    private String primus(String... args) throws Exception {
        Path shown = folder.resolve("shown.txt");
        Process process = Built.start(folder, shown, environment, args);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Built.read(shown)).isZero();
        return Built.read(shown);
    }
}
