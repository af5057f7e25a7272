package dev.primus.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL with an asynchronous replica, which can be cut off and can take the primary's place. The account is kept
 * elsewhere: a resource that forgets together with the store would notice nothing.
 */
final class ReplicatedPostgres implements FailoverDatabase {
    private final Path home;
    private final PostgresServer primary;
    private final PostgresServer replica;
    private PostgresServer present;
    private Proxy replication;

    ReplicatedPostgres(Path home) throws IOException {
        this.home = home;
        this.primary = new PostgresServer(Files.createDirectory(home.resolve("primary")));
        this.replica = new PostgresServer(Files.createDirectory(home.resolve("replica")));
        this.present = primary;
    }

    @Override
    public String name() {
        return "postgresql with a replica";
    }

    @Override
    public int port() {
        return present.port();
    }

    @Override
    public String urlVia(int other) {
        return present.urlVia(other);
    }

    @Override
    public String accountUrl() {
        return "jdbc:sqlite:" + home.resolve("account.db");
    }

    @Override
    public String user() {
        return present.user();
    }

    @Override
    public String password() {
        return present.password();
    }

    /** The replica begins as a copy of the files of a primary at rest. */
    @Override
    public void start() throws Exception {
        primary.start();
        primary.stop();
        copy(primary.files(), replica.files());
        primary.start();
        replication = new Proxy(primary.port(), 0);
        Files.createFile(replica.files().resolve("standby.signal"));
        Files.write(
                replica.files().resolve("postgresql.auto.conf"),
                List.of("primary_conninfo = 'host=127.0.0.1 port=%d user=%s'"
                        .formatted(replication.port(), replica.user())),
                StandardOpenOption.APPEND);
        replica.start();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** The latest term of an election that has arrived at the replica. */
    long replicated(String election) throws SQLException {
        return Long.parseLong(onReplica(
                "SELECT coalesce(max(epoch), 0) FROM primus_lease WHERE election = '%s'".formatted(election)));
    }

    /** Whatever is written from here on never reaches the replica. */
    void cutReplication() {
        replication.blackHole();
    }

    /** The primary is lost, and the replica promoted as the book says: it begins a new timeline. */
    void promoteReplica() throws Exception {
        primary.crash();
        onReplica("SELECT pg_promote(true, 60)");
        present = replica;
    }

    /**
     * The replica is promoted, and every statement on it reads a shifted clock: its superuser replaces the function. Calls of
     * the replacement are planned from its SQL text, also where the name is qualified.
     */
    @Override
    public void failOver(Duration clockAhead) throws Exception {
        promoteReplica();
        try (Connection connection = DriverManager.getConnection(replica.url(), replica.user(), replica.password());
                Statement statement = connection.createStatement()) {
            statement.execute("SET allow_system_table_mods = on");
            statement.execute("CREATE FUNCTION pg_catalog.true_clock() RETURNS timestamptz LANGUAGE internal"
                    + " AS 'clock_timestamp'");
            statement.execute("CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql"
                    + " AS $$SELECT pg_catalog.true_clock() + interval '%d seconds'$$"
                            .formatted(clockAhead.toSeconds()));
        }
    }

    /** The primary is lost, and somebody starts the replica's files by hand as if they were the primary's. */
    void startReplicaAsPrimary() throws Exception {
        primary.crash();
        replica.stop();
        Files.delete(replica.files().resolve("standby.signal"));
        replica.start();
        present = replica;
    }

    private String onReplica(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(replica.url(), replica.user(), replica.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void stop() throws Exception {
        replication.close();
        replica.stop();
        primary.stop();
    }
}
