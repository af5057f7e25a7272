package dev.primus.nemesis;

import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A MySQL from the files that the Maven profile {@code long} unpacks in primus-jdbc. */
final class MySqlServer implements DatabaseServer {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final Path log;
    private final int port;
    private Process process;

    MySqlServer(Path home) throws IOException, InterruptedException {
        this.folder = Files.createDirectory(home.resolve("mysql"));
        this.log = folder.resolve("log");
        this.port = FreePort.next();
        Process initialized = mysqld("--initialize-insecure");
        if (!initialized.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || initialized.exitValue() != 0) {
            initialized.destroyForcibly();
            throw new AssertionError("mysqld did not make its files: " + Files.readString(log));
        }
    }

    @Override
    public String name() {
        return "mysql";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String urlVia(int other) {
        return "jdbc:mysql://127.0.0.1:" + other + "/test?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    public String user() {
        return "primus";
    }

    @Override
    public String password() {
        return "primus";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        Path init = Files.writeString(folder.resolve("init.sql"), """
                CREATE DATABASE IF NOT EXISTS test;
                CREATE USER IF NOT EXISTS '%1$s'@'%%' IDENTIFIED BY '%2$s';
                GRANT ALL PRIVILEGES ON *.* TO '%1$s'@'%%';
                """.formatted(user(), password()));
        process = mysqld(
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + folder.resolve("s"),
                "--pid-file=" + folder.resolve("pid"),
                "--mysqlx=OFF",
                "--init-file=" + init);
        awaitAnswer();
    }

    private Process mysqld(String... options) throws IOException {
        String home = System.getProperty("primus.mysql.home", "");
        Path program = Path.of(home, "bin", "mysqld");
        if (!Files.exists(program)) {
            throw new AssertionError("there is no MySQL to test with: run ./mvnw -Plong verify, which fetches it");
        }
        if (!Files.isExecutable(program) && !program.toFile().setExecutable(true)) {
            throw new AssertionError("%s cannot be made executable".formatted(program));
        }
        List<String> command = new ArrayList<>(List.of(
                program.toString(), "--no-defaults", "--basedir=" + home, "--datadir=" + folder.resolve("data")));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        SQLException last = null;
        while (process.isAlive() && System.nanoTime() < end) {
            try (Connection connection = DriverManager.getConnection(url(), user(), password())) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException e) {
                last = e;
            }
            Thread.sleep(50);
        }
        process.destroyForcibly();
        throw new AssertionError("mysqld did not start: " + Files.readString(log), last);
    }

    /** As an operator would: it writes down what it knows and lets nobody in meanwhile. */
    @Override
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
