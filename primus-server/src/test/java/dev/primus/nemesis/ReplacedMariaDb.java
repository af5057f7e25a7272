package dev.primus.nemesis;

import static org.awaitility.Awaitility.await;

import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A MariaDB whose place another server takes, on a copy of the files that the crash left: it recovers every committed row.
 * The account is kept elsewhere, since its address must not change.
 */
final class ReplacedMariaDb implements FailoverDatabase {
    private final Path home;
    private final MariaDbServer primary;
    private final int otherPort;
    private Process other;

    ReplacedMariaDb(Path home) throws Exception {
        this.home = home;
        this.primary = new MariaDbServer(home);
        this.otherPort = FreePort.next();
    }

    @Override
    public String name() {
        return "mariadb with a replacement";
    }

    @Override
    public int port() {
        return other == null ? primary.port() : otherPort;
    }

    @Override
    public String urlVia(int port) {
        return primary.urlVia(port);
    }

    @Override
    public String accountUrl() {
        return "jdbc:sqlite:" + home.resolve("account.db");
    }

    @Override
    public String user() {
        return primary.user();
    }

    @Override
    public void start() throws Exception {
        primary.start();
    }

    @Override
    public void failOver(Duration clockAhead) throws Exception {
        Path files = home.resolve("mariadb-data");
        ProcessHandle process = ProcessHandle.current()
                .descendants()
                .filter(each -> each.info().commandLine().orElse("").contains("--datadir=" + files))
                .findFirst()
                .orElseThrow();
        process.destroyForcibly();
        process.onExit().get();
        Path copy = home.resolve("replacement-data");
        try (Stream<Path> all = Files.walk(files)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                Files.copy(file, copy.resolve(files.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        other = startOn(copy, new ShiftedClock(home, clockAhead));
        await("the replacement serves").atMost(Duration.ofSeconds(60)).until(this::serves);
    }

    private Process startOn(Path files, ShiftedClock clock) throws IOException {
        Path base = home.resolve("mariadb");
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin/mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + files,
                "--port=" + otherPort,
                "--socket=" + home.resolve("other.sock"),
                "--bind-address=127.0.0.1",
                "--server-id=2",
                "--skip-grant-tables"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("replacement.log").toFile());
        builder.environment().putAll(clock.environment());
        return builder.start();
    }

    private boolean serves() {
        try (Connection connection = DriverManager.getConnection(url(), user(), password())) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void stop() throws Exception {
        if (other == null) {
            primary.stop();
        } else {
            other.destroyForcibly().waitFor();
        }
    }
}
