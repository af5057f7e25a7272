package dev.primus.jdbc;

import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Brings the tables of a database to the present version. */
final class Schema {
    private final Dialect dialect;
    private final Tables tables;

    Schema(Dialect dialect, Tables tables) {
        this.dialect = dialect;
        this.tables = tables;
    }

    /** Runs what is missing. Nodes that start together wait for each other; the second one finds nothing to do. */
    void createOrUpgrade(Connection connection) throws SQLException {
        if (version(connection) >= SchemaScripts.CURRENT) {
            return;
        }
        dialect.exclusively(connection, tables, () -> {
            for (int version = version(connection) + 1; version <= SchemaScripts.CURRENT; version++) {
                run(connection, version);
            }
        });
    }

    private void run(Connection connection, int version) throws SQLException {
        for (String sql : SchemaScripts.statements(dialect.kind(), tables, version)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                if (!dialect.isAlreadyDone(e)) {
                    throw new StoreException(
                            "cannot bring the tables to version %d: %s; run the scripts by hand with an account that may"
                                            .formatted(version, Masked.text(e))
                                    + " (see SchemaScripts)",
                            Masked.copy(e));
                }
            }
        }
    }

    /** 0 if there are no tables of ours. */
    int version(Connection connection) throws SQLException {
        if (!Shape.exists(connection, tables.meta())) {
            return 0;
        }
        try (Sql.Call call =
                Sql.of(tables, "SELECT value FROM {meta} WHERE name = 'schema'").on(connection)) {
            List<Integer> found = call.list(row -> row.getInt(1));
            return found.isEmpty() ? 0 : found.get(0);
        }
    }

    /** Fails unless everything this release needs is there. A newer schema is fine as long as it still has all that. */
    void check(Connection connection) throws SQLException {
        for (Shape shape : Shape.of(dialect.kind(), tables)) {
            shape.check(connection);
        }
        int version = version(connection);
        if (version < SchemaScripts.CURRENT) {
            throw new StoreException("table %s says schema version %d, this release needs %d: %s"
                    .formatted(tables.meta(), version, SchemaScripts.CURRENT, Shape.WHAT_TO_DO));
        }
    }
}
