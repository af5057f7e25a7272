package dev.primus.server.control.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.primus.server.control.FakeSubject;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real process of another account at the door of a node. Only root can be two users at once. */
@Tag("Z9")
class OtherUserTest {
    private static final String CLASS_FILE = Knock.class.getName().replace('.', '/') + ".class";
    private static final String NOBODY = "65534";

    private Path folder;
    private SocketFile file;

    /** Not in a folder of the build, which may be where others cannot go. */
    @BeforeEach
    void aPlaceThatAllCanReach() throws Exception {
        assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: only root can start another user's process");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "skipped: there is no /usr/bin/setpriv");
        folder = Files.createTempDirectory(Path.of("/tmp"), "primus-door-");
        letAll(folder, "rwxr-xr-x");
        file = new SocketFile(folder.resolve("run").resolve("core-1.sock"));
        Path knock = folder.resolve("classes").resolve(CLASS_FILE);
        Files.createDirectories(knock.getParent());
        try (InputStream bytes = Knock.class.getClassLoader().getResourceAsStream(CLASS_FILE)) {
            Files.copy(bytes, knock);
        }
    }

    @AfterEach
    void leaveNothing() throws Exception {
        if (folder != null) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    private static void letAll(Path path, String mode) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @Test
    void isKeptOutByTheFolderThenByTheFileThenByTheNodeItself() throws Exception {
        try (ControlSocket socket = ControlSocket.claim(file)) {
            socket.serve(new FakeSubject("core-1#00aa11bb").control());
            assertThat(knock()).as("a folder of 0700").contains("Permission denied");
            letAll(file.folder(), "rwxr-xr-x");
            assertThat(knock()).as("a file of 0600").contains("Permission denied");
            letAll(file.path(), "rw-rw-rw-");
            assertThat(knock())
                    .as("the kernel's word on who it is")
                    .isEqualTo("{\"v\":1,\"answer\":\"mistake\",\"error\":\"not_allowed\","
                            + "\"message\":\"allowed are root and root\"}");
        }
    }

    private String knock() throws Exception {
        Process process = new ProcessBuilder(List.of(
                        "/usr/bin/setpriv",
                        "--reuid=" + NOBODY,
                        "--regid=" + NOBODY,
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        folder.resolve("classes").toString(),
                        Knock.class.getName(),
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(said.startsWith(Knock.BEGINS), "skipped: another user cannot run this JDK: " + said);
        return said.substring(Knock.BEGINS.length());
    }
}
