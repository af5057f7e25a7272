package dev.primus.jdbc.sqlite;

import dev.primus.jdbc.store.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A write transaction that has the file's write lock before its first statement, so that it reads what it will change.
 * What it returns is returned after the commit: SQLite hands out the rows of RETURNING before.
 */
final class Immediate {
    private Immediate() {}

    static <R> R transaction(Connection connection, Line.Work<R> work) throws SQLException {
        run(connection, "BEGIN IMMEDIATE");
        try {
            R result = work.on(connection);
            run(connection, "COMMIT");
            return result;
        } catch (SQLException | RuntimeException e) {
            try {
                run(connection, "ROLLBACK");
            } catch (SQLException rollback) {
                e.addSuppressed(rollback);
            }
            throw e;
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
