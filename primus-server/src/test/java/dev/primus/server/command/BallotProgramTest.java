package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The program with a voter that is the only one")
class BallotProgramTest {
    /** Slow enough for a busy machine. */
    private static final Map<String, String> TIMES = Map.of(
            "PRIMUS_HEARTBEAT_TIMEOUT", "3s",
            "PRIMUS_DISCOVERY_TIMEOUT", "100ms",
            "PRIMUS_DISCOVERY_BACKOFF", "50ms",
            "PRIMUS_ELECTION_TIMEOUT", "1s");

    @TempDir
    private Path folder;

    private String[] line(String command, String socket, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(command, "--node", "core-1", "--election", "e"));
        words.addAll(List.of("--engine", "ballot", "--cluster-size", "1", "--bind", "127.0.0.1:" + FreePort.next()));
        words.addAll(List.of("--files", folder.toString(), "--control-socket", socket));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    @Tag("Z5")
    @DisplayName("primus run --engine ballot runs its program once it leads, with the token, and gives leadership back")
    void run() throws Exception {
        Path told = folder.resolve("told");
        Run run =
                Run.with(TIMES, line("run", "none", "--", "sh", "-c", "echo $PRIMUS_ELECTION $PRIMUS_TOKEN > " + told));

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readString(told)).isEqualTo("e 1\n");
        assertThat(Files.readString(folder.resolve("core-1.elections")).lines()).hasSize(1);
    }

    @Test
    @Tag("B15")
    @DisplayName("a node that was started again explains an election of its former life")
    void explainsAFormerLife() throws Exception {
        String socket = folder.resolve("s").toString();
        NodeRun.until("LEADING, term 1", folder, TIMES, line("node", socket));
        AtomicReference<Run> former = new AtomicReference<>();
        AtomicReference<Run> unknown = new AtomicReference<>();
        NodeRun.until(
                said -> {
                    if (!said.contains("LEADING, term 2")) {
                        return false;
                    }
                    former.set(Run.of("explain", "e", "--term", "1", "--socket", socket));
                    unknown.set(Run.of("explain", "e", "--term", "7", "--socket", socket));
                    return true;
                },
                folder,
                TIMES,
                line("node", socket));

        assertThat(former.get().code()).as(former.get().err()).isZero();
        assertThat(former.get().out())
                .startsWith("e: core-1 wins term 1 with 0.")
                .contains("core-1 voted for core-1.");
        assertThat(unknown.get().code()).isEqualTo(4);
        assertThat(unknown.get().err()).contains("core-1 knows of no election of term 7; what it remembers: term 2, 1");
    }
}
