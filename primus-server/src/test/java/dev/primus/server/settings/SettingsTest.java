package dev.primus.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("G10")
class SettingsTest {
    @TempDir
    private Path folder;

    private SettingsFile file(String text) throws IOException {
        return SettingsFile.read(Files.writeString(folder.resolve("primus.toml"), text));
    }

    @Test
    void theEnvironmentWinsOverTheFile() throws IOException {
        SettingsFile file = file("""
                cluster_coordinator = true
                [node]
                elections = ["coordinator", "billing"]
                [lease]
                duration = "20s"
                drift = 0.02
                [security.election_config]
                discovery_timeout = "10s"
                capabilities = ["gpu"]
                """);
        Settings settings = Settings.of(file, Map.of("PRIMUS_LEASE", "5s", "COORDINATOR_ELIGIBLE", "false"));

        assertThat(settings.find(Setting.LEASE)).contains(new Settings.Found("5s", "PRIMUS_LEASE"));
        assertThat(settings.find(Setting.DRIFT)).contains(new Settings.Found("0.02", "primus.toml: lease.drift"));
        assertThat(settings.find(Setting.ELECTION).orElseThrow().value()).isEqualTo("coordinator,billing");
        assertThat(settings.find(Setting.ELIGIBLE)).contains(new Settings.Found("false", "COORDINATOR_ELIGIBLE"));
        assertThat(settings.find(Setting.CLUSTER_COORDINATOR).orElseThrow().value())
                .isEqualTo("true");
        assertThat(settings.find(Setting.MARGIN)).isEmpty();
    }

    @Test
    void ourOwnNameWinsOverTheDocuments() {
        Settings settings =
                Settings.of(SettingsFile.NONE, Map.of("PRIMUS_ELIGIBLE", "true", "COORDINATOR_ELIGIBLE", "false"));
        assertThat(settings.find(Setting.ELIGIBLE).orElseThrow().where()).isEqualTo("PRIMUS_ELIGIBLE");
    }

    @Test
    void whatIsBlankWasNotSaid() {
        assertThat(Settings.of(SettingsFile.NONE, Map.of("PRIMUS_LEASE", " ")).find(Setting.LEASE))
                .isEmpty();
    }

    @Test
    void withoutAFileThereIsNone() {
        Map<String, String> nowhere = Map.of("XDG_CONFIG_HOME", folder.toString());
        assertThat(SettingsFile.find("", nowhere).values()).isEmpty();
    }

    @Test
    void theUsersFolderIsLookedInto() throws IOException {
        Path config = Files.createDirectories(folder.resolve("primus"));
        Files.writeString(config.resolve("primus.toml"), "node.name = \"core-7\"");
        SettingsFile found = SettingsFile.find("", Map.of("XDG_CONFIG_HOME", folder.toString()));
        assertThat(found.values()).containsEntry(Setting.NODE, "core-7");
    }

    @Test
    void noTwoSettingsShareAName() {
        assertThat(List.of(Setting.values())).extracting(Setting::key).doesNotHaveDuplicates();
        assertThat(List.of(Setting.values()))
                .filteredOn(setting -> !setting.flag().isEmpty())
                .extracting(Setting::flag)
                .doesNotHaveDuplicates();
        assertThat(List.of(Setting.values())).flatExtracting(Setting::variables).doesNotHaveDuplicates();
    }
}
