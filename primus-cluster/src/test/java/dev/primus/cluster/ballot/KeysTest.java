package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B12")
class KeysTest {
    private static final String LINE = Samples.of(Samples.CORE_1, Samples.KEY_1).line();
    private static final String SECOND =
            Samples.of(Samples.CORE_1, Samples.KEY_2).line();
    private static final String THIRD =
            Samples.of(Samples.CORE_1, Samples.KEY_3).line();

    @TempDir
    private Path folder;

    @Test
    void signaturesAreThoseOfTheStandard() {
        assertThat(HexFormat.of().formatHex(Samples.KEY_1.sign(new byte[0])))
                .isEqualTo(
                        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                                + "d25bf5f0595bbe24655141438e7a100b");
        assertThat(HexFormat.of().formatHex(Samples.KEY_2.sign(new byte[] {0x72})))
                .isEqualTo(
                        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                                + "387b2eaeb4302aeeb00d291612bb0c00");
    }

    @Test
    void aKeyIsKeptForItsOwnerOnlyAndReadAgain() throws IOException, BadKeyFile {
        NodeKey key = NodeKey.generate();
        Path file = folder.resolve("core-1.pem");
        key.write(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(folder).as("nothing is left over").isDirectoryContaining(file::equals);
        assertThat(folder.toFile().list()).hasSize(1);
        NodeKey read = NodeKey.read(file);
        assertThat(read.keyId()).isEqualTo(key.keyId());
        assertThat(read.sign(new byte[] {1})).isEqualTo(key.sign(new byte[] {1}));
        assertThat(read).hasToString("NodeKey[" + key.keyId() + ", ***]");
        String before = Files.readString(file);
        assertThatThrownBy(() -> NodeKey.generate().write(file)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent(before);
        assertThatThrownBy(() -> NodeKey.read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> key.write(folder.resolve("no/such/folder"))).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @CsvSource({"rw-r-----, 0640", "rw----r--, 0604", "rwxrwxrwx, 0777", "rw--w----, 0620", "rwx------, 0700"})
    void aKeyThatOthersMayUseIsRefused(String mode, String octal) throws IOException {
        Path file = folder.resolve("core-1.pem");
        NodeKey.generate().write(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        assertThatThrownBy(() -> NodeKey.read(file))
                .isInstanceOf(BadKeyFile.class)
                .hasMessage("its mode is " + octal + ": allowed is 0600 or 0400 (chmod 600 " + file + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"})
    void whatIsNoKeyIsRefused(String text) {
        assertThatThrownBy(() -> NodeKey.parse(text))
                .isInstanceOf(BadKeyFile.class)
                .hasMessageContaining("allowed is PEM");
    }

    @Test
    void keysThatDoNotBelongTogetherOrAreOfAnotherKindAreRefused() {
        String secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        String other = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
        assertThatThrownBy(() -> NodeKey.parse(Samples.pem(secret, other)))
                .hasMessage("its private and its public key do not belong together");
        assertThatThrownBy(() -> NodeKey.parse(Samples.pem(secret + "00", other)))
                .isInstanceOf(BadKeyFile.class)
                .hasMessageNotContaining(secret);
        assertThatThrownBy(() -> NodeKey.parse(Samples.pem(secret, "ff".repeat(32))))
                .hasMessage("its keys cannot be read: allowed is Ed25519");
    }

    @Test
    void membersAreReadWithCommentsAndTwoKeysForANode() throws BadKeyFile, IOException {
        String one = MemberKey.of(new NodeName("core-9"), NodeKey.generate(), List.of(Capability.PROJECT_MANAGER))
                .line();
        Path file = folder.resolve("members");
        Files.writeString(file, "# who belongs to us\n\n" + LINE + " # since May\r\n" + SECOND + "\n" + one);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Members members = Members.read(file);
        assertThat(members.names()).containsExactly(new NodeName("core-1"), new NodeName("core-9"));
        assertThat(members.keysOf(new NodeName("core-1")))
                .hasSize(2)
                .first()
                .hasToString(Samples.of(Samples.CORE_1, Samples.KEY_1).toString());
        assertThat(members.capabilities(new NodeName("core-9"))).containsExactly(Capability.PROJECT_MANAGER);
        assertThat(members.capabilities(new NodeName("core-1"))).isEmpty();
        assertThat(members.capabilities(new NodeName("core-7"))).isEmpty();
        assertThat(members.knows(new NodeName("core-9"), Samples.KEY_1.keyId())).isFalse();
        assertThat(members.verify(new NodeName("core-7"), "x", new byte[0], new byte[0]))
                .isFalse();
        assertThat(members.verify(new NodeName("core-1"), Samples.KEY_1.keyId(), new byte[0], new byte[3]))
                .isFalse();

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        assertThatThrownBy(() -> Members.read(file))
                .hasMessageStartingWith("its mode is 0664: allowed is one in which");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.write(file, new byte[1024 * 1024 + 1]);
        assertThatThrownBy(() -> Members.read(file)).hasMessageStartingWith("it is larger than 1048576 bytes");
    }

    @Test
    void whatIsNoMembersFileIsRefusedWithItsLine() {
        refused("# nobody\n", "it lists nobody: allowed is a line for each key");
        refused(LINE + "\n" + SECOND + "\n" + THIRD, "line 3: a third key of core-1: allowed are 2");
        refused(LINE + "\n" + LINE, "line 2: key 21fe31dfa154a261 is already that of core-1");
        refused(LINE + "\n" + SECOND + " admin_election", "line 2: other capabilities of core-1");
        refused(LINE + " a b", "line 1: 5 words: allowed is");
        refused("core-1 " + Samples.KEY_1.keyId(), "line 1: 2 words");
        refused(LINE.replace("core-1", "core?1"), "line 1: node name 'core?1' is not usable: allowed is");
        refused(LINE.replace(Samples.KEY_1.keyId(), "abc"), "line 1: key id 'abc' is not that of its public key");
        refused("core-1 x AAAA", "line 1: the public key cannot be read: allowed are the 32 bytes");
        refused("core-1 x !", "line 1: the public key cannot be read");
        refused(LINE + " a,,b", "line 1: capability = '': allowed is");
    }

    private static void refused(String text, String message) {
        assertThatThrownBy(() -> Members.parse(text))
                .isInstanceOf(BadKeyFile.class)
                .hasMessageStartingWith(message);
    }
}
