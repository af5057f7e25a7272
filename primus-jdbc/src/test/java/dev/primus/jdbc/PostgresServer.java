package dev.primus.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.sql.DataSource;

/** One PostgreSQL server for all tests of a JVM. */
final class PostgresServer {
    private static final EmbeddedPostgres SERVER = start();

    private PostgresServer() {}

    static DataSource source() {
        return SERVER.getPostgresDatabase();
    }

    static int port() {
        return SERVER.getPort();
    }

    static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
