package dev.primus.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.server.duties.polls.Schedule;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused is in {@code wrong-settings.txt}. */
class PollReaderTest {
    @TempDir
    private Path folder;

    @Test
    void pollsAreReadInTheirOrder() throws Exception {
        SettingsFile file = SettingsFile.read(Files.writeString(folder.resolve("primus.toml"), """
                [node]
                name = "core-1"
                [[polls]]
                name = "web"
                interval = "30s"
                timeout = "5s"
                check = "https://www.example.com/health?deep=1"
                [[polls]]
                name = "db"
                interval = "2s"
                check = "tcp://db.example.com:5432"
                [[polls]]
                name = "slow"
                interval = "1h"
                check = "http://10.0.0.1:8080"
                """));
        assertThat(Settings.of(file, Map.of()).polls())
                .containsExactly(
                        new Schedule(
                                "web",
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(5),
                                URI.create("https://www.example.com/health?deep=1")),
                        new Schedule(
                                "db",
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(2),
                                URI.create("tcp://db.example.com:5432")),
                        new Schedule(
                                "slow",
                                Duration.ofHours(1),
                                Duration.ofSeconds(10),
                                URI.create("http://10.0.0.1:8080")));
        assertThat(Settings.NONE.polls()).isEmpty();
    }
}
