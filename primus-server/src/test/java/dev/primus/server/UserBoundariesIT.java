package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built program among files of another account, and what its children inherit. Only root can give files away. */
class UserBoundariesIT {
    private static final int NOBODY = 65_534;
    private static final String PASSWORD = "hunter22-not-for-children";
    private static final String SECRET = "peer-secret-not-for-children";

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void aHomeOfItsOwn() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        environment.put("HOME", home.toString());
        environment.put("XDG_RUNTIME_DIR", "");
        environment.put("PRIMUS_STORE", "jdbc:sqlite:" + folder.resolve("store.db"));
    }

    private static void mustBeRoot() {
        assumeThat(System.getProperty("user.name"))
                .as("only root can give files away")
                .isEqualTo("root");
    }

    private static void giveAway(Path path) throws Exception {
        Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
    }

    /** Exit code and output of one command. */
    private record Ended(int code, String output) {}

    private Ended primus(List<String> before, String... args) throws Exception {
        Path output = Files.createTempFile(folder, "said", ".txt");
        Process process = Built.startOn(before, folder, output, environment, args);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Built.read(output));
    }

    @Test
    void aSettingsFileOfAnotherUserInTheWorkingDirectoryIsRefused() throws Exception {
        mustBeRoot();
        Path work = Files.createDirectory(folder.resolve("work"));
        Path settings = Files.writeString(work.resolve("primus.toml"), """
                [store]
                url = "jdbc:postgresql://127.0.0.1:9/x"
                password_file = "/etc/shadow"
                """);
        giveAway(settings);
        Ended ended = primus(List.of("env", "-C", work.toString()), "status");
        assertThat(ended.output())
                .contains("settings file primus.toml is not trusted")
                .contains("belongs to user ")
                .contains("chown");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void aPasswordFileOfAnotherUserIsRefusedBeforeAnythingIsSent() throws Exception {
        mustBeRoot();
        Path password = Files.writeString(folder.resolve("pw"), PASSWORD);
        giveAway(password);
        Ended ended = primus(
                List.of(),
                "status",
                "--store",
                "jdbc:postgresql://127.0.0.1:9/x",
                "--password-file",
                password.toString());
        assertThat(ended.output()).contains("--password-file " + password + " is not trusted");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void aSettingsFileThatTheGroupMayWriteIsRefused() throws Exception {
        Path settings = Files.writeString(folder.resolve("mine.toml"), "engine = \"lease\"\n");
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-rw----"));
        Ended ended = primus(List.of(), "status", "--config", settings.toString());
        assertThat(ended.output()).contains("only its owner may write to it").contains("chmod go-w");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void theControlSocketIsNotOpenedBelowAFolderOfAnotherUser() throws Exception {
        mustBeRoot();
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path run = Files.createDirectory(theirs.resolve("run"));
        Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwx------"));
        giveAway(theirs);
        Path socket = run.resolve("core-1.sock");
        Ended ended =
                primus(List.of(), "node", "--node", "core-1", "--election", "e", "--control-socket", socket.toString());
        assertThat(ended.output()).contains("the folder " + theirs + " belongs to user ");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(socket).doesNotExist();
    }

    @Test
    void noChildInheritsASecret() throws Exception {
        environment.put("PRIMUS_STORE_PASSWORD", PASSWORD);
        environment.put("PRIMUS_PEER_SECRET", SECRET);
        Path program = folder.resolve("program.txt");
        Path health = folder.resolve("health.txt");
        Path companion = folder.resolve("companion.txt");
        // The companion is the one other child of primus; its environment is read from outside.
        String script = "env > " + program
                + "; for p in $(pgrep -P $PPID); do tr '\\0' '\\n' < /proc/$p/environ; done > " + companion;
        Ended ended = primus(
                List.of(),
                "run",
                "--node",
                "core-1",
                "--election",
                "e",
                "--health",
                "env > " + health,
                "--",
                "sh",
                "-c",
                script);
        assertThat(ended.code()).as(ended.output()).isZero();
        for (Path seen : List.of(program, health, companion)) {
            assertThat(seen)
                    .content()
                    .contains("PATH=")
                    .doesNotContain(PASSWORD)
                    .doesNotContain(SECRET);
        }
        assertThat(program).content().contains("PRIMUS_TOKEN=1");
    }
}
