package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.jdbc.JdbcStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The readers against a real SQLite file that a real node has written. */
@Tag("L8")
@Tag("L11")
@Tag("L12")
class EmbeddedStoreTest {
    @TempDir
    private Path folder;

    private Map<String, String> environment;
    private String id;

    @BeforeEach
    void aNodeThatLedAndLeft() throws InterruptedException {
        Path file = folder.resolve("primus").resolve("primus.db");
        environment = Map.of("XDG_DATA_HOME", folder.toString());
        Run applied = Run.with(environment, "schema", "apply");
        assertThat(applied.code()).as(applied.err()).isZero();
        try (Primus primus = Primus.builder()
                .node("core-1")
                .store(JdbcStore.sqlite(file))
                .lease(Duration.ofSeconds(2))
                .build()) {
            id = primus.id().toString();
            Election election = primus.election("coordinator").join();
            assertThat(election.awaitLeadership(Duration.ofSeconds(10))).isTrue();
            Run status = Run.with(environment, "status");
            assertThat(status.out()).containsPattern("coordinator +" + id + " +1 ");
        }
    }

    @Test
    void statusWithEveryNodeDown() {
        Run run = Run.with(environment, "status", "coordinator");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .containsPattern("coordinator +\\(nobody\\) +1 +– +– +0")
                .contains("(core-1 left: SHUTDOWN)");
    }

    @Test
    void historyAndMembers() {
        assertThat(Run.with(environment, "history", "coordinator").out()).containsPattern("   1  core-1  .* SHUTDOWN");
        assertThat(Run.with(environment, "history", "coordinator", "--json").out())
                .contains("\"term\":\"1\",\"leader\":\"" + id + "\"");
        assertThat(Run.with(environment, "members").out()).containsPattern("coordinator +" + id + " +left");
    }

    @Test
    void anUnknownElectionIsAFailureWithASuggestion() {
        for (String verb : new String[] {"status", "history", "members"}) {
            Run run = Run.with(environment, verb, "cordinator");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("no election 'cordinator'").contains("Did you mean 'coordinator'?");
        }
    }

    @Test
    void anotherClusterSeesNothing() {
        Run run = Run.with(environment, "status", "--cluster", "other");
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("no elections in cluster 'other' yet");
        assertThat(Run.with(environment, "status", "--cluster", "other", "--json")
                        .out())
                .contains("\"elections\":[]");
    }

    @Test
    void schema() {
        assertThat(Run.with(environment, "schema", "check").code()).isZero();
        assertThat(Run.with(environment, "schema", "print").out()).contains("CREATE TABLE");
    }
}
