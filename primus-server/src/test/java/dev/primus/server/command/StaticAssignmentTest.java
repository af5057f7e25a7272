package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coming from a static assignment: what the old settings mean here. */
@Tag("G13")
class StaticAssignmentTest {
    @TempDir
    private Path folder;

    @Test
    void withElectionOffNoStoreIsAskedAndNobodyIsElected() throws Exception {
        Run run = untilItTells(
                "by its settings", Map.of("COORDINATOR_ELECTION_ENABLED", "false", "CLUSTER_COORDINATOR", "true"));
        assertThat(run.err()).contains("election is off: by its settings this node coordinates coordinator. Token 0");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void withElectionOffNobodyIsSaidToObserve() throws Exception {
        Run run = untilItTells(
                "by its settings", Map.of("COORDINATOR_ELECTION_ENABLED", "false", "COORDINATOR_ELIGIBLE", "false"));
        assertThat(run.err()).contains("does not coordinate").doesNotContain("observes");
    }

    @Test
    void withElectionOnTheOldSettingIsIgnoredWithAWarning() throws Exception {
        Run run = untilItTells("LEADING", Map.of("CLUSTER_COORDINATOR", "false"));
        assertThat(run.err()).containsOnlyOnce("cluster_coordinator is deprecated, and ignored while election is on");
    }

    @Test
    @Tag("G9")
    void whoIsNotEligibleObserves() throws Exception {
        Run run = untilItTells("taking part", Map.of("COORDINATOR_ELIGIBLE", "false"));
        assertThat(run.err()).contains("this node is not eligible (eligible = false): it observes.");
        assertThat(run.out()).doesNotContain("LEADING");
    }

    private Run untilItTells(String word, Map<String, String> environment) throws Exception {
        return NodeRun.until(word, folder, environment, "node", "--node", "n", "--election", "coordinator");
    }
}
