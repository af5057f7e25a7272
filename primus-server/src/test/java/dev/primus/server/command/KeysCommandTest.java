package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("B12")
class KeysCommandTest {
    @TempDir
    private Path folder;

    private Path key;
    private Path members;

    @BeforeEach
    void names() {
        key = folder.resolve("core-1.pem");
        members = folder.resolve("members");
    }

    private Run make(String node, Path out) {
        return Run.of("keys", "make", "--node", node, "--out", out.toString(), "--capability", "b,a");
    }

    private void list(String text) throws IOException {
        Files.writeString(members, text);
        Files.setPosixFilePermissions(members, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private Run check(String node) {
        return Run.of("keys", "check", "--node", node, "--key", key.toString(), "--members", members.toString());
    }

    @Test
    void aKeyIsMadeShownAndCheckedAndItsSecretStaysInTheFile() throws IOException {
        Run made = make("core-1", key);
        assertThat(made.code()).isZero();
        assertThat(made.out()).matches("core-1 [0-9a-f]{16} [A-Za-z0-9+/]{43}= a,b\n");
        assertThat(made.err()).contains("add the line above to the members file of all nodes");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");

        list("# us\n" + made.out());
        Run line = Run.of("keys", "show", key.toString(), "--node", "core-1", "--capability", "a,b");
        assertThat(line.out()).isEqualTo(made.out());
        Run listed = Run.of("keys", "show", members.toString());
        assertThat(listed.out().lines()).hasSize(2).first().asString().startsWith("NODE    KEY");
        Run json = Run.of("keys", "show", members.toString(), "--output", "json");
        assertThat(json.out())
                .startsWith("{\"v\":1,\"keys\":[{\"node\":\"core-1\",\"key_id\":\"")
                .contains("\"capabilities\":[\"a\",\"b\"]");
        Run jsonOfKey = Run.of("keys", "show", key.toString(), "--node", "core-1", "--capability", "a,b", "--json");
        assertThat(jsonOfKey.out()).isEqualTo(json.out());
        Run checked = check("core-1");
        assertThat(checked.code()).isZero();
        assertThat(checked.err()).contains("core-1 could speak, with key ").contains("one of 1");

        String secret = Files.readAllLines(key).get(1);
        assertThat(List.of(made, line, listed, json, jsonOfKey, checked))
                .allSatisfy(run -> assertThat(run.all()).doesNotContain(secret));
    }

    @Test
    void aKeyIsNeverOverwritten() throws IOException {
        make("core-1", key);
        String before = Files.readString(key);
        Run again = make("core-1", key);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("--out = '" + key + "' exists, and a key is never overwritten: allowed is");
        assertThat(key).hasContent(before);
        Run nowhere = make("core-1", folder.resolve("no/such/folder"));
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err()).contains("cannot be written: allowed is a folder that is there");
    }

    @Test
    void whoCannotSpeakIsToldWhy() throws IOException {
        make("core-1", key);
        list(make("core-2", folder.resolve("core-2.pem")).out());
        Run none = check("core-1");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("core-1 could not speak: its key is ").contains("lists none for it.");
        assertThat(check("core-2").err()).containsPattern("lists [0-9a-f]{16} for it");
    }

    @Test
    void filesThatCannotBeUsedAreNamedWithWhatIsAllowed() throws IOException {
        wrong(Run.of("keys"), "make, show or check");
        wrong(make("core?1", key), "--node: node name 'core?1' is not usable: allowed is");
        wrong(
                Run.of("keys", "make", "--node", "a", "--out", key.toString(), "--capability", "x y"),
                "--capability: capability = 'x y': allowed is");
        assertThat(key).doesNotExist();
        wrong(Run.of("keys", "show", members.toString()), "FILE = '" + members + "' cannot be read: check the name");
        make("core-1", key);
        wrong(Run.of("keys", "show", key.toString()), "--node is not set, and a key file does not say whose it is");
        list("core-1 x y\n");
        wrong(
                Run.of("keys", "show", members.toString()),
                "FILE = '" + members + "' is not usable: line 1: the public key cannot be read: allowed are");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        wrong(check("core-1"), "--key = '" + key + "' is not usable: its mode is 0640: allowed is 0600 or 0400");
    }

    private static void wrong(Run run, String sentence) {
        assertThat(run.err()).contains(sentence).doesNotContain("\tat ");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }
}
