package dev.primus.server.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Another user is simulated by a user id that owns nothing here, unless these tests run as root. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class PathTrustTest {
    private static final long SOMEBODY_ELSE = 65_533;

    @TempDir
    private Path folder;

    private Path file;
    private PathTrust own;
    private PathTrust foreign;

    @BeforeEach
    void aFileOfThisUser() throws Exception {
        file = Files.writeString(folder.resolve("primus.toml"), "engine = \"lease\"\n");
        mode(file, "rw-r--r--");
        own = PathTrust.ofThisProcess();
        // As root files can be given away; any other user looks at its own through the eyes of another one.
        foreign = own.user() == 0 ? own : new PathTrust(SOMEBODY_ELSE);
    }

    private static void mode(Path path, String mode) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private void giveAway(Path path) throws Exception {
        if (own.user() == 0) {
            Files.setAttribute(path, "unix:uid", (int) SOMEBODY_ELSE, LinkOption.NOFOLLOW_LINKS);
        }
    }

    @Test
    void anOwnFileIsReadFromItsRealPath() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.toml"), file);
        assertThat(own.requireFile(file)).isEqualTo(file.toRealPath());
        assertThat(own.requireFile(link)).isEqualTo(file.toRealPath());
    }

    @Test
    void aFileOfAnotherUserIsRefusedWithWhatToDo() throws Exception {
        giveAway(file);
        assertThatThrownBy(() -> foreign.requireFile(file))
                .isInstanceOf(UntrustedPathException.class)
                .hasMessageContaining("the file " + file + " belongs to user ")
                .hasMessageContaining("but must belong to ")
                .hasMessageContaining("chown -h " + foreign.user());
    }

    @Test
    void aFileThatGroupOrOthersMayWriteIsRefused() throws Exception {
        for (String writable : new String[] {"rw-rw-r--", "rw-r--rw-"}) {
            mode(file, writable);
            assertThatThrownBy(() -> own.requireFile(file))
                    .isInstanceOf(UntrustedPathException.class)
                    .hasMessageContaining("only its owner may write to it")
                    .hasMessageContaining("chmod go-w " + file.toRealPath());
        }
    }

    @Test
    void aFileInAFolderOfAnotherUserIsRefused() throws Exception {
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path below = Files.createDirectory(theirs.resolve("below"));
        Path held = Files.writeString(below.resolve("password"), "x");
        mode(held, "rw-------");
        assertThat(own.requireFile(held)).isEqualTo(held.toRealPath());
        giveAway(theirs);
        assertThatThrownBy(() -> foreign.requireFile(held)).isInstanceOf(UntrustedPathException.class);
        assertThatThrownBy(() -> foreign.requireFolder(below)).isInstanceOf(UntrustedPathException.class);
    }

    @Test
    void aFolderThatEverybodyMayWriteToIsRefusedUnlessItIsSticky() throws Exception {
        mode(folder, "rwxrwxrwx");
        assertThatThrownBy(() -> own.requireFile(file))
                .isInstanceOf(UntrustedPathException.class)
                .hasMessageContaining("every user may write to the folder " + folder);
        Files.setAttribute(folder, "unix:mode", 01777);
        assertThat(own.requireFile(file)).isEqualTo(file.toRealPath());
    }

    @Test
    void aLinkOfAnotherUserIsRefusedThoughItsTargetIsTrusted() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.toml"), file);
        giveAway(link);
        assertThatThrownBy(() -> foreign.requireFile(link)).isInstanceOf(UntrustedPathException.class);
    }

    @Test
    void aMissingFileIsNotAQuestionOfTrust() {
        assertThatThrownBy(() -> own.requireFile(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aDeviceIsCheckedForItsOwnerOnly() throws Exception {
        assertThat(own.requireFile(Path.of("/dev/null"))).isEqualTo(Path.of("/dev/null"));
    }
}
