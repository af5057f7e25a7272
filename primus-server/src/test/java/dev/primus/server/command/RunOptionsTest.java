package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.TermRecord;
import dev.primus.jdbc.JdbcStore;
import dev.primus.server.run.HangUps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the options of {@code primus run} do to a real program, on a file. */
@Tag("Z5")
class RunOptionsTest {
    private static final String ELECTION = "nightly";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("--restart on-failure: begun again in the same term until it succeeds")
    void onFailure() throws Exception {
        Run run = run("--restart", "on-failure", "--", "sh", "-c", count() + "; test $(wc -l < " + file() + ") -ge 3");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(file()).content().isEqualTo("1\n1\n1\n");
        assertThat(run.err()).contains("sh ended with 1; it will be started again");
    }

    @Test
    @Tag("long")
    @DisplayName("--restart always: also when it succeeded; after six times in a minute its last code is ours")
    void always() throws Exception {
        Run run = run("--restart", "always", "--", "sh", "-c", count());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(file()).content().isEqualTo("1\n".repeat(6));
        assertThat(reasons()).containsExactly(LossReason.DUTY_FAILED);
    }

    @Test
    @DisplayName("--wait: gives up while another leads, and has not run the program")
    void waits() throws Exception {
        try (Primus other =
                Primus.builder().node("other").store(JdbcStore.sqlite(store())).build()) {
            Election led = other.election(ELECTION).join();
            assertThat(led.awaitLeadership(Duration.ofSeconds(20))).isTrue();
            Run run = run("--wait", "300ms", "--", "sh", "-c", count());
            assertThat(run.code()).as(run.err()).isEqualTo(124);
            assertThat(run.err()).contains("did not lead within");
            assertThat(file()).doesNotExist();
        }
    }

    @Test
    @DisplayName("--no-release-on-exit: leads on after the program is done, so that nobody runs it again")
    void leadsOn() throws Exception {
        Thread primus = new Thread(() -> run("--no-release-on-exit", "--", "sh", "-c", count()), "run");
        primus.start();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(file()));
            Run second = runAs("other", "--wait", "500ms", "--", "sh", "-c", count());
            assertThat(second.code()).as(second.err()).isEqualTo(124);
            assertThat(file()).content().isEqualTo("1\n");
            assertThat(reasons()).as("its term goes on").containsExactly((LossReason) null);
        } finally {
            primus.interrupt();
            primus.join(20_000);
        }
        assertThat(reasons()).containsExactly(LossReason.SHUTDOWN);
    }

    @Test
    @Tag("long")
    @DisplayName("signals that do not ask to stop are passed on to the program as they are")
    void signals() throws Exception {
        HangUps.mustReachUs();
        String program =
                "trap 'echo usr1 >> %1$s' USR1; trap 'echo hup >> %1$s; exit 5' HUP; echo up > %1$s;".formatted(file())
                        + " while :; do sleep 0.05; done 2> /dev/null";
        CompletableFuture<Run> ended = CompletableFuture.supplyAsync(() -> run("--", "sh", "-c", program));
        awaitLine("up");
        signal("USR1");
        awaitLine("usr1");
        assertThat(ended).isNotDone();
        signal("HUP");
        Run run = ended.get(20, TimeUnit.SECONDS);
        assertThat(run.code()).as(run.err()).isEqualTo(5);
        assertThat(file()).content().isEqualTo("up\nusr1\nhup\n");
    }

    /** Bit 0 of the mask: a JVM does not take over a HUP that it inherited as ignored, and a shell cannot trap it. */
    private void awaitLine(String line) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Files.exists(file()) && Files.readString(file()).contains(line + "\n"));
    }

    /** This process is the one that the command runs in. */
    private static void signal(String name) throws Exception {
        new ProcessBuilder(
                        "sh",
                        "-c",
                        "kill -" + name + " " + ProcessHandle.current().pid())
                .start()
                .waitFor();
    }

    private String count() {
        return "echo $PRIMUS_TOKEN >> " + file();
    }

    private Path file() {
        return folder.resolve("ran");
    }

    private Path store() {
        return folder.resolve("primus.db");
    }

    /** Why the terms ended, the latest first; null for one that goes on. */
    private List<LossReason> reasons() {
        try (Ledger books = JdbcStore.sqlite(store()).ledger(ClusterName.DEFAULT)) {
            List<LossReason> reasons = new ArrayList<>();
            for (TermRecord term : books.history(new ElectionName(ELECTION), 10)) {
                reasons.add(term.reason());
            }
            return reasons;
        }
    }

    private Run run(String... options) {
        return runAs("n", options);
    }

    private Run runAs(String node, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--node", node, "--election", ELECTION));
        words.addAll(List.of("--lease", "10s", "--store", "jdbc:sqlite:" + store()));
        words.addAll(List.of(options));
        Map<String, String> environment = new HashMap<>();
        environment.put("XDG_DATA_HOME", folder.toString());
        environment.put("XDG_CONFIG_HOME", folder.toString());
        environment.put("PATH", System.getenv("PATH"));
        return Run.with(environment, words.toArray(String[]::new));
    }
}
