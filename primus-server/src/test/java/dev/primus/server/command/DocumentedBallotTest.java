package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.server.settings.Settings;
import dev.primus.server.settings.SettingsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that the document prints, taken over as they are. */
@DisplayName("B11: the document's own settings")
class DocumentedBallotTest {
    @TempDir
    private Path folder;

    private BallotTiming timing(String toml, Map<String, String> environment) throws Exception {
        Path file = Files.writeString(folder.resolve("config.toml"), toml);
        return new BallotTimes(Settings.of(SettingsFile.find(file.toString(), Map.of()), environment)).over(null);
    }

    @Test
    @Tag("B11")
    @DisplayName("B11: its file gives its times: 10, 5, 30 and 15 s, a heartbeat every 7.5 s")
    void itsFile() throws Exception {
        BallotTiming timing = timing("""
                [security.election_config]
                discovery_timeout = "10s"
                discovery_backoff = "5s"
                election_timeout = "30s"
                heartbeat_timeout = "15s"
                """, Map.of());

        assertThat(timing).isEqualTo(BallotTiming.DOCUMENTED);
        assertThat(timing.discovery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.backoff()).isEqualTo(Duration.ofSeconds(5));
        assertThat(timing.election()).isEqualTo(Duration.ofSeconds(30));
        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(timing.lease().renewEvery()).isEqualTo(Duration.ofMillis(7500));
    }

    @Test
    @Tag("B11")
    @DisplayName("B11: its recommended file leaves the backoff out, which is 5 s then")
    void itsRecommendation() throws Exception {
        assertThat(timing("""
                [security.election_config]
                discovery_timeout = "10s"
                election_timeout = "30s"
                heartbeat_timeout = "15s"
                """, Map.of())).isEqualTo(BallotTiming.DOCUMENTED);
    }

    @Test
    @Tag("B8")
    @DisplayName("B8: its environment sets both windows, 30 and 45 s, and nothing else")
    void itsEnvironment() throws Exception {
        BallotTiming timing = timing("", Map.of("CHORUS_ELECTION_MIN_TERM", "30s", "CHORUS_LEADER_MIN_TERM", "45s"));

        assertThat(timing).isEqualTo(BallotTiming.DOCUMENTED.withElectionWindow(Duration.ofSeconds(30)));
        assertThat(timing.leaderWindow()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    @Tag("B8")
    @DisplayName("B8: against churn it raises them to 60 and 90 s")
    void againstChurn() throws Exception {
        BallotTiming timing = timing("", Map.of("CHORUS_ELECTION_MIN_TERM", "60s", "CHORUS_LEADER_MIN_TERM", "90s"));

        assertThat(timing.electionWindow()).isEqualTo(Duration.ofSeconds(60));
        assertThat(timing.leaderWindow()).isEqualTo(Duration.ofSeconds(90));
        assertThat(timing.violations()).isEmpty();
    }

    @Test
    @Tag("B8")
    @DisplayName("B8: without them the windows are twice the discovery and thrice the heartbeat timeout: 20 and 45 s")
    void itsDefaults() throws Exception {
        BallotTiming timing = timing("[security.election_config]\ndiscovery_timeout = \"10s\"\n", Map.of());

        assertThat(timing.electionWindow()).isEqualTo(Duration.ofSeconds(20));
        assertThat(timing.leaderWindow()).isEqualTo(Duration.ofSeconds(45));
    }
}
