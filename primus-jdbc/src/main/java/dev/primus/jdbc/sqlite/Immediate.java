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
            rollback(connection, e);
            throw e;
        }
    }

    /** A connection that may still be in the transaction must not be used again, however harmless the error was. */
    private static void rollback(Connection connection, Exception cause) throws SQLException {
        try {
            run(connection, "ROLLBACK");
        } catch (SQLException e) {
            SQLException broken = new SQLException("not rolled back after: " + cause.getMessage(), "08000", cause);
            broken.addSuppressed(e);
            throw broken;
        }
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
