package dev.primus.jdbc;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** One MySQL server for all tests of a JVM, from the files that the Maven profile {@code long} unpacks. */
final class MySqlServer {
    static final String USER = "primus";
    static final String PASSWORD = "primus";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern MISSING = Pattern.compile("loading shared libraries: ([^:]+):");
    private static final Map<String, String> PACKAGES =
            Map.of("libaio.so.1", "libaio1", "libnuma.so.1", "libnuma1", "libtinfo.so.6", "libtinfo6");

    private static MySqlServer running;
    private static AssertionError failure;

    private final Path folder;
    private final Path log;
    private int port;
    private Process process;

    private MySqlServer() throws IOException {
        this.folder = Files.createTempDirectory("primus");
        this.log = folder.resolve("log");
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop));
    }

    static DataSource source() {
        return source(port(), USER, PASSWORD);
    }

    /** Knows the driver by its URL only: it is not there when these tests are compiled in the build tier. */
    static DataSource source(int port, String user, String password) {
        String url = "jdbc:mysql://127.0.0.1:%d/test?sslMode=DISABLED&allowPublicKeyRetrieval=true".formatted(port);
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> {
                    if (method.getName().equals("getConnection")) {
                        return DriverManager.getConnection(url, user, password);
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    /** Starts the server with the first test; if it cannot start, every test says why. */
    static synchronized int port() {
        if (failure != null) {
            throw new AssertionError(failure.getMessage(), failure);
        }
        if (running == null) {
            try {
                MySqlServer server = new MySqlServer();
                server.start();
                running = server;
            } catch (AssertionError e) {
                failure = e;
                throw e;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return running.port;
    }

    private void start() throws IOException, InterruptedException {
        process = mysqld("--initialize-insecure");
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError(whyNot(Files.readString(log)));
        }
        Path init = Files.writeString(folder.resolve("init.sql"), """
                CREATE DATABASE test;
                CREATE USER '%s'@'%%' IDENTIFIED BY '%s';
                GRANT ALL PRIVILEGES ON *.* TO '%s'@'%%';
                """.formatted(USER, PASSWORD, USER));
        port = freePort();
        process = mysqld(
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=" + folder.resolve("s"),
                "--pid-file=" + folder.resolve("pid"),
                "--mysqlx=OFF",
                "--max-connections=300",
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
        if ("root".equals(System.getProperty("user.name"))) {
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
            try (Connection connection = source(port, USER, PASSWORD).getConnection()) {
                if (connection.isValid(5)) {
                    return;
                }
            } catch (SQLException e) {
                last = e;
            }
            Thread.sleep(200);
        }
        throw new AssertionError(whyNot(Files.readString(log)), last);
    }

    /** One sentence that says what to do. */
    static String whyNot(String log) {
        Matcher missing = MISSING.matcher(log);
        if (missing.find()) {
            String library = missing.group(1);
            String name = PACKAGES.getOrDefault(library, "that has it");
            return "mysqld cannot start, for %s is missing: install the package %s".formatted(library, name);
        }
        return "mysqld did not start: " + log;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void stop() {
        try {
            if (process != null) {
                process.destroy();
                process.waitFor(20, TimeUnit.SECONDS);
                process.destroyForcibly();
            }
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        } catch (IOException | InterruptedException e) {
            process.destroyForcibly();
        }
    }
}
