package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each mistake gets one sentence that says what to do, the right exit code, and no stack trace. */
class MistakesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "statsu                                | unknown command 'statsu'. Did you mean 'status'?",
                "status --jsn                          | unknown option '--jsn'. Did you mean '--json'?",
                "schema frob                           | unknown command 'frob'.",
                "history                               | Missing required parameter: 'ELECTION'",
                "node                                  | Missing required option: '--election=NAME'",
                "node --election a --lease 10          | '10' is not a length of time: allowed is a number with a unit",
                "node --election a --lease 1ms         | lease = 1 ms: allowed is 40 ms to",
                "node --election a --drain 9s          | unsafe lease timing: renewEvery * 1.1 + 2 * ioTimeout + drain",
                "node --election a --drift much        | 'much' is not a share: allowed is a percentage such as 1%",
                "node --election a?b                   | election name 'a?b' is not usable: allowed is",
                "node --election a --node b@c          | node name 'b@c' is not usable: allowed is",
                "node --election a --cluster .x        | cluster name '.x' is not usable: allowed is",
                "status --store db.example.com         | is not usable: allowed is a URL that begins with jdbc:sqlite:",
                "status --store jdbc:sqlite::memory:   | allowed is jdbc:sqlite:/path/to/file.db",
                "status --store jdbc:sqlite:x --user u | make no sense for an SQLite file",
                "history a -n 0                        | -n = 0: allowed is 1 and above.",
                "housekeeping --unheld-days 1          | --unheld-days = 1: allowed is 2 and above.",
                "housekeeping --keep-terms 0           | --keep-terms = 0: allowed is 1 and above.",
                "demo --lease 1m                       | --lease = 60000 ms: allowed is 1s to 6s",
                "schema                                | print, apply or check",
                "keys                                  | make, show or check",
                "schema print --from-version 99        | --from-version = 99: allowed is 0 to",
                "schema print --dialect db2            | expected one of [",
                "status --store jdbc:mariadb://h/d --password-file /nonexistent/pw | cannot be read: check the name",
            })
    void wrongUsageIsTwo(String line, String sentence) {
        Run run = Run.of(line.strip().split(" +"));
        assertThat(run.err()).contains(sentence.strip()).doesNotContain("\tat ");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aDriverThatIsYoursToAddIsNamed() {
        Assumptions.assumeTrue(
                DriverManager.drivers()
                        .noneMatch(driver -> driver.getClass().getName().startsWith("com.mysql.")),
                "the long tier brings MySQL's driver");
        wrongUsageIsTwo("status --store jdbc:mysql://h/d", "PRIMUS_CLASSPATH=/path/to/mysql-connector-j.jar");
    }

    @Test
    void noCommandAtAllShowsTheHelp() {
        Run run = Run.of();
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("primus demo").contains("Exit codes:");
    }

    @Test
    void aStoreThatIsNotThereIsAFailure() {
        Run run = Run.of("status", "--store", "jdbc:sqlite:" + folder.resolve("none.db"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("there is no store at").contains("primus node --election coordinator");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anUnreachableServerIsAFailure() {
        Run run = Run.of("status", "--store", "jdbc:postgresql://127.0.0.1:1/db");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("cannot be reached").doesNotContain("\tat ");
    }

    @Test
    void aFileThatIsNoDatabaseIsAFailure() throws IOException {
        Path file = Files.writeString(folder.resolve("x.db"), "no database ".repeat(100));
        Run run = Run.of("status", "--store", "jdbc:sqlite:" + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("not a database").doesNotContain("\tat ");
    }

    @Test
    void stackTracesOnlyOnRequest() throws IOException {
        Path file = Files.writeString(folder.resolve("x.db"), "no database ".repeat(100));
        assertThat(Run.of("status", "-v", "--store", "jdbc:sqlite:" + file).err())
                .contains("\tat ");
    }

    /** A driver says no more than that its attempt failed; what helps is below. */
    @ParameterizedTest
    @ValueSource(strings = {"status", "housekeeping", "schema apply"})
    void theRootOfAFailureIsTold(String verb) throws IOException {
        try (ServerSocket hangsUp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> hangUpOnAll(hangsUp));
            server.start();
            String line = verb + " --store jdbc:postgresql://127.0.0.1:" + hangsUp.getLocalPort() + "/db";
            Run run = Run.of(line.split(" "));
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err())
                    .contains("cannot be reached")
                    .contains("(EOFException)")
                    .hasLineCount(1);
            assertThat(Run.of((line + " --verbose").split(" ")).err())
                    .contains("Caused by: java.lang.Exception: EOFException")
                    .contains("\tat org.postgresql.");
        }
    }

    private static void hangUpOnAll(ServerSocket door) {
        try {
            while (true) {
                door.accept().close();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "members", "history x", "schema check", "housekeeping", "housekeeping --dry-run"})
    void aReaderMakesNoTables(String verb) throws SQLException {
        Path file = folder.resolve("mine.db");
        sql(file, "CREATE TABLE mine (a INTEGER)");
        Run run = Run.of((verb + " --store jdbc:sqlite:" + file).split(" "));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("is missing: run primus schema apply");
        sql(file, "CREATE TABLE primus_lease (a INTEGER)");
    }

    @Test
    void aTableOfAnotherShapeIsAFailure() throws SQLException {
        Path file = folder.resolve("mine.db");
        sql(file, "CREATE TABLE primus_lease (a INTEGER)");
        Run run = Run.of("node", "--election", "x", "--control-socket", "none", "--store", "jdbc:sqlite:" + file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("table primus_lease has no column").doesNotContain("\tat ");
    }

    private static void sql(Path file, String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }
}
