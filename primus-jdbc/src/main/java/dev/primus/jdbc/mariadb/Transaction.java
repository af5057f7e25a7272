package dev.primus.jdbc.mariadb;

import dev.primus.jdbc.store.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Several statements that count together; what it returns is returned after the commit. */
final class Transaction {
    private Transaction() {}

    static <R> R on(Connection connection, Line.Work<R> work) throws SQLException {
        run(connection, "START TRANSACTION");
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
