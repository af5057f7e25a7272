package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has no settings is not disturbed by wrong ones. */
@Tag("G10")
class UnconfiguredTest {
    @TempDir
    private Path folder;

    private final Map<String, String> broken = new HashMap<>();

    @BeforeEach
    void aBrokenFile() throws IOException {
        Path file = Files.writeString(folder.resolve("broken.toml"), "[lease\nduration = ");
        broken.put("PRIMUS_CONFIG", file.toString());
        broken.put("PRIMUS_LEASE", "soon");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-v simulate --help",
                "--no-color simulate --seeds 1..1 --length 10m",
                "--config nowhere.toml simulate --seeds 1..1 --length 10m",
                "-q demo --help",
                "-v --version",
                "status --version",
                "--no-color node --help",
            })
    void isNotDisturbed(String line) {
        Run run = Run.with(broken, line.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "-v status", "--no-color node --election demo", "config"})
    void othersAre(String line) {
        Run run = Run.with(broken, line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("broken.toml");
    }

    @Test
    void aNodeThatIsToldToHeedsNothingButTheStore() throws Exception {
        Path store = folder.resolve("named.db");
        broken.put("COORDINATOR_ELECTION_ENABLED", "false");
        broken.put("COORDINATOR_ELIGIBLE", "false");
        broken.put("PRIMUS_STORE", "jdbc:sqlite:" + store);
        broken.put("PRIMUS_STORE_USER", "app");
        broken.put("PRIMUS_STORE_PASSWORD_FILE", "/nonexistent/password");
        Run run = NodeRun.until(
                "LEADING", folder, broken, "node", "--no-config", "--node", "n", "--election", "e", "--lease", "3s");
        assertThat(run.out()).as(run.err()).contains("LEADING");
        assertThat(store).exists();
    }
}
