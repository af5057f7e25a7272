package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.BallotTiming;
import dev.primus.server.settings.Settings;
import dev.primus.server.settings.SettingsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every name and every default of the ballot's times. */
@Tag("B11")
class BallotTimesTest {
    @TempDir
    private Path folder;

    private static BallotTiming byEnvironment(String... words) {
        Map<String, String> environment = words.length == 0 ? Map.of() : Map.of(words[0], words[1], words[2], words[3]);
        return new BallotTimes(Settings.of(SettingsFile.NONE, environment)).over(null);
    }

    private BallotTiming timing(String toml, Map<String, String> environment) throws Exception {
        Path file = Files.writeString(folder.resolve("primus.toml"), toml);
        return new BallotTimes(Settings.of(SettingsFile.find(file.toString(), Map.of()), environment)).over(null);
    }

    @Test
    void whoNamesNoTimeIsFast() {
        BallotTimes times = new BallotTimes(Settings.NONE);
        assertThat(times.over(null)).isEqualTo(BallotTiming.FAST);
        assertThat(times.over("fast")).isEqualTo(BallotTiming.FAST);
        assertThat(times.over("documented")).isEqualTo(BallotTiming.DOCUMENTED);
    }

    @Test
    void theFileNamesAll() throws Exception {
        BallotTiming timing = timing("""
                [security.election_config]
                discovery_timeout = "4s"
                discovery_backoff = "3s"
                election_timeout = "20s"
                heartbeat_timeout = "6s"
                """, Map.of());
        assertThat(timing.discovery()).isEqualTo(Duration.ofSeconds(4));
        assertThat(timing.backoff()).isEqualTo(Duration.ofSeconds(3));
        assertThat(timing.election()).isEqualTo(Duration.ofSeconds(20));
        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(6));
        assertThat(timing.lease().renewEvery()).isEqualTo(Duration.ofSeconds(3));
        assertThat(timing.electionWindow()).isEqualTo(Duration.ofSeconds(8));
        assertThat(timing.leaderWindow()).isEqualTo(Duration.ofSeconds(18));
        assertThat(timing.violations()).isEmpty();
    }

    @Test
    void whatIsNotNamedIsAsDocumented() throws Exception {
        BallotTiming timing = timing("[security.election_config]\ndiscovery_backoff = \"3s\"\n", Map.of());
        assertThat(timing).isEqualTo(BallotTiming.DOCUMENTED.withBackoff(Duration.ofSeconds(3)));
        assertThat(timing.discovery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.election()).isEqualTo(Duration.ofSeconds(30));
        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void theEnvironmentWinsOverTheFile() throws Exception {
        BallotTiming timing = timing(
                "[security.election_config]\nheartbeat_timeout = \"6s\"\n", Map.of("PRIMUS_HEARTBEAT_TIMEOUT", "9s"));
        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(9));
    }

    @ParameterizedTest
    @CsvSource({
        "PRIMUS_DISCOVERY_TIMEOUT, 2s, 10s",
        "PRIMUS_DISCOVERY_BACKOFF, 2s, 5s",
        "PRIMUS_ELECTION_TIMEOUT, 2s, 30s",
        "PRIMUS_HEARTBEAT_TIMEOUT, 2s, 15s",
    })
    void eachNameOfTheEnvironment(String name, String value, String otherwise) {
        BallotTiming timing = byEnvironment(name, value, "UNRELATED", "");
        Duration documented = Duration.parse("PT" + otherwise);
        assertThat(timing.discovery()).isEqualTo(expected(name, "DISCOVERY_TIMEOUT", documented, "10S"));
        assertThat(timing.backoff()).isEqualTo(expected(name, "DISCOVERY_BACKOFF", documented, "5S"));
        assertThat(timing.election()).isEqualTo(expected(name, "ELECTION_TIMEOUT", documented, "30S"));
        assertThat(timing.heartbeatTimeout()).isEqualTo(expected(name, "HEARTBEAT_TIMEOUT", documented, "15S"));
    }

    private static Duration expected(String set, String name, Duration documented, String usual) {
        Duration other = Duration.parse("PT" + usual);
        if (set.endsWith(name)) {
            assertThat(documented).isEqualTo(other);
            return Duration.ofSeconds(2);
        }
        return other;
    }

    @ParameterizedTest
    @CsvSource({"CHORUS_ELECTION_MIN_TERM", "PRIMUS_ELECTION_MIN_TERM"})
    @Tag("B8")
    void theElectionWindowByBothNames(String name) {
        assertThat(byEnvironment(name, "7s", "UNRELATED", ""))
                .isEqualTo(BallotTiming.DOCUMENTED.withElectionWindow(Duration.ofSeconds(7)));
    }

    @ParameterizedTest
    @CsvSource({"CHORUS_LEADER_MIN_TERM", "PRIMUS_LEADER_MIN_TERM"})
    @Tag("B8")
    void theLeaderWindowByBothNames(String name) {
        assertThat(byEnvironment(name, "0s", "UNRELATED", ""))
                .isEqualTo(BallotTiming.DOCUMENTED.withLeaderWindow(Duration.ZERO));
    }

    @Test
    @Tag("B8")
    void ourOwnNameOfAWindowWins() {
        assertThat(byEnvironment("CHORUS_LEADER_MIN_TERM", "1s", "PRIMUS_LEADER_MIN_TERM", "2s")
                        .leaderWindow())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    @Tag("B8")
    void theWindowsAreTwentyAndFortyFiveSecondsAsDocumented() {
        BallotTiming timing = new BallotTimes(Settings.NONE).over("documented");
        assertThat(timing.electionWindow()).isEqualTo(Duration.ofSeconds(20));
        assertThat(timing.leaderWindow()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void whoSaysFastAndNamesATimeIsFastInTheRest() {
        Settings settings = Settings.of(SettingsFile.NONE, Map.of("PRIMUS_DISCOVERY_TIMEOUT", "300ms"));
        BallotTiming timing = new BallotTimes(settings).over("fast");
        assertThat(timing.lease()).isEqualTo(BallotTiming.FAST.lease());
        assertThat(timing.electionWindow()).isEqualTo(Duration.ofMillis(600));
    }
}
