package dev.primus.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecretVariableTest {
    private static final Pattern SECRET_NAME = Pattern.compile("\"[A-Z]+_[A-Z_]*(PASSWORD|SECRET|TOKEN|PASSPHRASE)\"");

    @Test
    void childrenInheritNoSecret() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PRIMUS_STORE_PASSWORD", "hunter22",
                "PRIMUS_PEER_SECRET", "sixteen-letters-and-more",
                "PRIMUS_STORE", "jdbc:postgresql://app:hunter22@db/app",
                "PRIMUS_STORE_USER", "app",
                "PATH", "/usr/bin"));
        SecretVariable.removeFrom(environment);
        assertThat(environment).containsOnlyKeys("PRIMUS_STORE_USER", "PATH");
    }

    @Test
    void aStoreUrlWithoutSecretsIsInherited() {
        Map<String, String> environment = new HashMap<>(Map.of("PRIMUS_STORE", "jdbc:postgresql://db/app"));
        SecretVariable.removeFrom(environment);
        assertThat(environment).containsEntry("PRIMUS_STORE", "jdbc:postgresql://db/app");
    }

    /** A secret that is read past this class would be inherited by every child. */
    @Test
    void noOtherClassNamesASecretVariable() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src", "main", "java"))) {
            List<Path> naming = sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("SecretVariable.java"))
                    .filter(SecretVariableTest::namesASecret)
                    .map(Path::getFileName)
                    .toList();
            // ProgramSpec hands the program its fencing token, which is no secret; the demo's nodes are children that
            // need the password.
            assertThat(naming).containsExactlyInAnyOrder(Path.of("ProgramSpec.java"), Path.of("NodeLauncher.java"));
        }
    }

    private static boolean namesASecret(Path file) {
        try {
            return SECRET_NAME.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
