package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code primus node} as a process: how it leaves. */
@Tag("L4")
class NodeIT {
    @TempDir
    private Path folder;

    private Map<String, String> environment;
    private Process first;
    private Path said;

    @BeforeEach
    void aStore() {
        environment = Map.of(
                "PRIMUS_STORE", "jdbc:sqlite:" + folder.resolve("store.db"), "XDG_RUNTIME_DIR", folder.toString());
        said = folder.resolve("first.txt");
    }

    private void aLeader(String lease) throws Exception {
        first = node("core-1", lease, said);
        awaitText(said, "\"became_leader\"");
    }

    private Process node(String name, String lease, Path output) throws Exception {
        return Built.start(
                folder,
                output,
                environment,
                "node",
                "--node",
                name,
                "--election",
                "e",
                "--lease",
                lease,
                "--events",
                "ndjson");
    }

    @AfterEach
    void nobodyStays() {
        if (first != null) {
            first.destroyForcibly();
        }
    }

    private static void awaitText(Path file, String text) {
        await().atMost(Duration.ofSeconds(20)).until(() -> Built.read(file).contains(text));
    }

    @Test
    void termStopsLeadingThenReleasesThenLeavesAndTheNextTakesOverAtOnce() throws Exception {
        // A lease three times as long as any wait here: whoever leads next did not wait for it to run out.
        aLeader("60s");
        Path heard = folder.resolve("second.txt");
        Process second = node("core-2", "60s", heard);
        try {
            awaitText(heard, "\"leader_changed\"");
            anOperatorMovesItThereAndBack();
            first.toHandle().destroy();
            // Its second term: it has led term 2 before.
            awaitText(heard, "\"term\":\"4\"");
            assertThat(first.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(first.exitValue()).isZero();
            assertThat(Built.read(said))
                    .contains("TERM: handing over and stopping")
                    .containsSubsequence(
                            "\"event\":\"joined\"",
                            "\"event\":\"became_leader\"",
                            "\"event\":\"revoked\"",
                            "\"reason\":\"SHUTDOWN\"",
                            "\"event\":\"lost_leadership\"",
                            "\"confirmed\":\"true\"",
                            "\"event\":\"left\"");
            assertThat(folder.resolve("primus").resolve("default.core-1.sock")).doesNotExist();
        } finally {
            second.destroyForcibly();
        }
    }

    /** Acts find the leader by themselves: there are two nodes on this host. */
    private void anOperatorMovesItThereAndBack() throws Exception {
        assertThat(primus("transfer", "e", "--to", "core-2", "--yes", "--reason", "kernel update"))
                .contains("done: core-2#")
                .contains("leads, term 2;")
                .contains("Back, on core-2's host: primus transfer e --to core-1");
        assertThat(primus("transfer", "e", "--to", "core-1", "--yes")).contains("leads, term 3;");
        awaitText(said, "\"term\":\"3\"");
        assertThat(Built.read(said))
                .containsSubsequence(
                        "\"event\":\"control\"",
                        "\"outcome\":\"begun\"",
                        "\"event\":\"revoked\"",
                        "\"reason\":\"TRANSFERRED\"")
                .contains("\"outcome\":\"done\"", "\"why\":\"kernel update\"");
    }

    private String primus(String... args) throws Exception {
        Path shown = folder.resolve("shown.txt");
        Process process = Built.start(folder, shown, environment, args);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Built.read(shown)).isZero();
        return Built.read(shown);
    }

    @Test
    void afterAKillTheStoreAloneTellsWhoLedAndThatItsLeaseRanOut() throws Exception {
        aLeader("5s");
        first.destroyForcibly().waitFor();
        Path shown = folder.resolve("status.txt");
        await().atMost(Duration.ofSeconds(15))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Process status = Built.start(folder, shown, environment, "status");
                    return status.waitFor() == 0 && Built.read(shown).contains("expired");
                });
        assertThat(Built.read(shown)).containsPattern("e +\\(nobody\\) +1 +– +expired .* ago");
        assertThat(List.of(Built.read(shown).split("\n"))).anyMatch(line -> line.contains("core-1 did not renew"));
    }
}
