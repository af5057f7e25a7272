package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A secret is planted wherever one can be, and looked for in all that any command writes, with stack traces too. */
class SecretsNeverShownTest {
    private static final String SECRET = "Xyzzy-4711";
    private static final List<String> VERBS = List.of(
            "status",
            "members",
            "history e",
            "node --election e --control-socket none",
            "demo",
            "schema check",
            "schema apply",
            "housekeeping",
            "housekeeping --dry-run");
    private static final List<String> URLS = List.of(
            "jdbc:postgresql://127.0.0.1:1/db?password=" + SECRET,
            "jdbc:postgresql://me:" + SECRET + "@127.0.0.1:1/db",
            "jdbc:mariadb://127.0.0.1:1/db?user=me&password=" + SECRET,
            "jdbc:mysql://me:" + SECRET + "@127.0.0.1:1/db",
            "jdbc:oracle:thin:me/" + SECRET + "@127.0.0.1:1",
            "postgres://me:" + SECRET + "@127.0.0.1:1/db",
            "jdbc:sqlite:/nonexistent/x.db?password=" + SECRET);

    @TempDir
    private Path folder;

    static Stream<List<String>> commands() {
        return VERBS.stream()
                .flatMap(verb -> URLS.stream().map(url -> {
                    List<String> args = new ArrayList<>(List.of(verb.split(" ")));
                    args.addAll(List.of("--verbose", "--store", url));
                    return args;
                }));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void inUrls(List<String> args) {
        Run run = Run.of(args.toArray(String[]::new));
        assertThat(run.code()).isIn(1, 2);
        assertThat(run.all()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void inFilesAndEnvironment(String verb) throws IOException {
        Path file = Files.writeString(folder.resolve("pw"), SECRET + "\n");
        List<String> args = new ArrayList<>(List.of(verb.split(" ")));
        args.addAll(List.of("--verbose", "--store", "jdbc:postgresql://127.0.0.1:1/db", "--user", "me"));
        assertThat(Run.with(Map.of("PRIMUS_STORE_PASSWORD", SECRET), args.toArray(String[]::new))
                        .all())
                .doesNotContain(SECRET);
        args.addAll(List.of("--password-file", file.toString()));
        assertThat(Run.of(args.toArray(String[]::new)).all()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void asAFlagThatIsNotTaken(String verb) {
        for (String flag : List.of("--password " + SECRET, "--password=" + SECRET, "--pwd " + SECRET)) {
            Run run = Run.of((verb + " " + flag).split(" "));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.all()).doesNotContain(SECRET);
        }
    }

    static Stream<String> verbs() {
        return VERBS.stream();
    }
}
