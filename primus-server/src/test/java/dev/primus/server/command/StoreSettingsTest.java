package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.server.settings.Settings;
import dev.primus.server.settings.SettingsFile;
import dev.primus.server.store.Credentials;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Flag before environment before file holds for the store too, though a password has two names. */
@Tag("G10")
class StoreSettingsTest {
    private static final String SERVER = "jdbc:postgresql://db.example.com/app";

    @TempDir
    private Path folder;

    private String config;

    @BeforeEach
    void aFileThatSaysAll() throws IOException {
        for (String by : new String[] {"flag", "environment", "file"}) {
            Files.writeString(folder.resolve(by), "by-" + by + "\n");
        }
        config = Files.writeString(
                        folder.resolve("primus.toml"),
                        "[store]\nurl = '%s'\nuser = 'by-file'\npassword_file = '%s'\n"
                                .formatted(SERVER, named("file")))
                .toString();
    }

    private String named(String by) {
        return folder.resolve(by).toString();
    }

    private StoreOptions options(Map<String, String> environment, String... args) {
        Console console = new Console(
                environment,
                new ByteArrayOutputStream(),
                new ByteArrayOutputStream(),
                InstantSource.system(),
                ZoneOffset.UTC);
        Settings settings = Settings.of(SettingsFile.find(config, environment), environment);
        console.settings(settings);
        StoreOptions options = new StoreOptions(console);
        new CommandLine(options)
                .setDefaultValueProvider(new SettingDefaults(settings))
                .parseArgs(args);
        return options;
    }

    private Credentials credentials(Map<String, String> environment, String... args) {
        StoreOptions options = options(environment, args);
        return options.credentials(options.url());
    }

    @Test
    void theFileCountsIfNobodyElseSpeaks() {
        assertThat(options(Map.of()).url().reveal()).isEqualTo(SERVER);
        assertThat(credentials(Map.of())).isEqualTo(new Credentials("by-file", "by-file"));
        assertThat(credentials(Map.of("PRIMUS_STORE_PASSWORD", "", "PRIMUS_STORE_USER", "")))
                .isEqualTo(new Credentials("by-file", "by-file"));
    }

    @Test
    void thePasswordOfTheEnvironmentWinsOverThePasswordFileOfTheFile() {
        assertThat(credentials(Map.of("PRIMUS_STORE_PASSWORD", "by-word", "PRIMUS_STORE_USER", "app")))
                .isEqualTo(new Credentials("app", "by-word"));
        assertThat(credentials(Map.of("PRIMUS_STORE_PASSWORD_FILE", named("environment")))
                        .password())
                .isEqualTo("by-environment");
    }

    @Test
    void theFlagWinsOverAll() {
        Map<String, String> environment = Map.of(
                "PRIMUS_STORE_PASSWORD",
                "by-word",
                "PRIMUS_STORE_PASSWORD_FILE",
                named("environment"),
                "PRIMUS_STORE_USER",
                "app");
        assertThat(credentials(environment, "--user", "me", "--password-file", named("flag")))
                .isEqualTo(new Credentials("me", "by-flag"));
    }

    @Test
    void aPasswordFileThatIsMissingIsCalledAsItWasNamed() throws IOException {
        Files.delete(folder.resolve("file"));
        assertThatThrownBy(() -> credentials(Map.of()))
                .isInstanceOf(Complaint.class)
                .hasMessageStartingWith("primus.toml: store.password_file " + named("file") + " cannot be read");
    }

    @Test
    void onlyWhatWasTypedMakesNoSenseForAFile() {
        String file = "jdbc:sqlite:" + folder.resolve("store.db");
        Map<String, String> environment =
                Map.of("PRIMUS_STORE_USER", "app", "PRIMUS_STORE_PASSWORD_FILE", named("environment"));
        assertThat(credentials(environment, "--store", file)).isEqualTo(Credentials.NONE);
        assertThatThrownBy(() -> credentials(Map.of(), "--store", file, "--user", "app"))
                .isInstanceOf(Complaint.class)
                .hasMessageContaining("make no sense for an SQLite file");
    }

    @Test
    void aUserInTheEnvironmentDoesNotDisturbTheEmbeddedStore() {
        Map<String, String> environment = Map.of(
                "XDG_DATA_HOME", folder.toString(), "XDG_CONFIG_HOME", "/nonexistent", "PRIMUS_STORE_USER", "app");
        Run run = Run.with(environment, "schema", "apply");
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void namedByFlagMeansTheFlag() {
        Map<String, String> environment = Map.of("PRIMUS_STORE", SERVER);
        assertThat(options(environment).isNamed()).isTrue();
        assertThat(options(environment).isNamedByFlag()).isFalse();
        assertThat(options(environment, "--store", SERVER).isNamedByFlag()).isTrue();
    }
}
