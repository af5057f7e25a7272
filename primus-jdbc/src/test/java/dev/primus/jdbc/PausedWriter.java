package dev.primus.jdbc;

import dev.primus.core.ElectionName;
import dev.primus.jdbc.guard.JdbcGuards;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * A leader's process, to be stopped inside a guarded transaction: says "inside", waits for a line, writes, and says how it
 * ended.
 */
final class PausedWriter {
    static final Duration LIMIT = Duration.ofSeconds(5);

    private PausedWriter() {}

    public static void main(String... args) throws Exception {
        DataSource source = new ConnectorSource(() -> DriverManager.getConnection(args[0]));
        Reign reign = Reign.of(new ElectionName(args[1]), "former", Long.parseLong(args[2]));
        try {
            JdbcGuards.on(source).limit(LIMIT).terms().run(reign, connection -> {
                System.out.println("inside");
                readLine();
                new Accounts(source, "guarded_account").write(connection, "former");
                return true;
            });
            System.out.println("committed");
        } catch (SQLException e) {
            System.out.println("failed: " + e);
        }
    }

    private static void readLine() {
        try {
            System.in.read();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Such a process. */
    static final class Child implements AutoCloseable {
        private final Process process;
        private final java.io.BufferedReader says;

        Child(String url, ElectionName election, long token) throws Exception {
            process = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-XX:TieredStopAtLevel=1",
                            PausedWriter.class.getName(),
                            url,
                            election.value(),
                            Long.toString(token))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            says = process.inputReader();
        }

        /** The next line that is ours. */
        String hear() throws Exception {
            String line = says.readLine();
            while (line != null && !line.matches("inside|committed|failed:.*")) {
                line = says.readLine();
            }
            return line == null ? "ended without a word" : line;
        }

        void stop() throws Exception {
            signal("STOP");
        }

        void goOn() throws Exception {
            signal("CONT");
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }

        private void signal(String name) throws Exception {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("kill -" + name + " failed");
            }
        }

        @Override
        public void close() throws Exception {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
