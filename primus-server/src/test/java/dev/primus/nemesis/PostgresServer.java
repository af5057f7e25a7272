package dev.primus.nemesis;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;

/** A PostgreSQL brought by the build. */
final class PostgresServer implements DatabaseServer {
    private final Path folder;
    private final int port;
    private EmbeddedPostgres running;

    PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        this.port = freePort();
    }

    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
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

    @Override
    public void start() throws IOException {
        running = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.resolve("postgres"))
                .setCleanDataDirectory(false)
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    @Override
    public void stop() throws IOException {
        running.close();
    }
}
