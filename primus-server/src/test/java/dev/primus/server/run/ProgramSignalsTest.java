package dev.primus.server.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Restart;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals and a real program, without any that reach this process. */
@Tag("Z5")
class ProgramSignalsTest {
    private static final String READY = "trap 'exit 7' USR1; echo up > %s; while :; do sleep 0.02; done";

    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private RunSession session(Consumer<String> talk, String program) {
        RunSettings settings = new RunSettings(
                new ElectionName("e"),
                LeaseTiming.DEFAULT,
                Restart.TEMPORARY,
                true,
                false,
                null,
                null,
                Duration.ofSeconds(1),
                1,
                75);
        ProgramSpec spec = ProgramSpec.of(
                List.of("sh", "-c", program.formatted(folder.resolve("up"))), "/usr/bin:/bin", new NodeName("n"));
        return new RunSession(settings, spec, Guard.NOBODY, line -> {
            said.add(line);
            talk.accept(line);
        });
    }

    private static CompletableFuture<Integer> running(RunSession session) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return session.runAssigned();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    @DisplayName("a hang-up that comes while the program is being started is the program's, not a word to stop")
    void duringTheStart() throws Exception {
        HangUps.mustReachUs();
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> mayGoOn = new CompletableFuture<>();
        RunSession session = session(
                line -> {
                    if (line.startsWith("starting")) {
                        begun.complete(null);
                        mayGoOn.join();
                    }
                },
                "sleep 600");
        CompletableFuture<Integer> code = running(session);
        begun.get(10, TimeUnit.SECONDS);
        Thread signal = new Thread(() -> session.signal("HUP", 1, false), "hang-up");
        signal.start();
        await().until(() -> signal.getState() == Thread.State.BLOCKED);
        mayGoOn.complete(null);
        assertThat(code.get(10, TimeUnit.SECONDS)).as("%s", said).isEqualTo(128 + 1);
        assertThat(said).noneMatch(line -> line.contains("stopping"));
    }

    @Test
    @DisplayName("what cannot be passed on is told")
    void cannotBePassedOn() throws Exception {
        RunSession session = session(line -> {}, READY);
        CompletableFuture<Integer> code = running(session);
        await().atMost(Duration.ofSeconds(10)).until(() -> Files.exists(folder.resolve("up")));
        session.signal("NONSENSE", 99, false);
        assertThat(said).anyMatch(line -> line.matches("NONSENSE may not have reached sh: kill ended with [0-9]+"));
        assertThat(code).isNotDone();
        session.signal("USR1", 10, false);
        assertThat(code.get(10, TimeUnit.SECONDS)).isEqualTo(7);
    }
}
