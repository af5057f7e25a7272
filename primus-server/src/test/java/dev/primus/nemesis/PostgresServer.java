package dev.primus.nemesis;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.primus.server.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.slf4j.LoggerFactory;

/** A PostgreSQL brought by the build. */
final class PostgresServer implements DatabaseServer {
    private final Path folder;
    private final int port;
    private EmbeddedPostgres running;

    PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        this.port = FreePort.next();
    }

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String urlVia(int other) {
        return "jdbc:postgresql://127.0.0.1:" + other + "/postgres";
    }

    @Override
    public String user() {
        return "postgres";
    }

    @Override
    public String password() {
        return "postgres";
    }

    /** Where its files are. */
    Path files() {
        return folder.resolve("postgres");
    }

    @Override
    public void start() throws IOException {
        running = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(files())
                .setCleanDataDirectory(false)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    @Override
    public void stop() throws IOException {
        running.close();
    }

    /** Ends it at once, so that it cannot send off what it has not sent yet. */
    void crash() throws IOException, InterruptedException, ExecutionException {
        long pid = Long.parseLong(
                Files.readAllLines(files().resolve("postmaster.pid")).get(0).strip());
        new ProcessBuilder("sh", "-c", "kill -QUIT " + pid).start().waitFor();
        Optional<ProcessHandle> postmaster = ProcessHandle.of(pid);
        if (postmaster.isPresent()) {
            postmaster.get().onExit().get();
        }
        closeWithoutComplaint();
    }

    /** Whoever brought the server up would report at length that it is gone. */
    private void closeWithoutComplaint() throws IOException {
        Logger reporter = (Logger) LoggerFactory.getLogger(EmbeddedPostgres.class);
        Level before = reporter.getLevel();
        reporter.setLevel(Level.OFF);
        running.close();
        reporter.setLevel(before);
    }
}
