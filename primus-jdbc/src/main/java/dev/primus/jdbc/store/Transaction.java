package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Several statements that count together; what it returns is returned after the commit. */
public enum Transaction {
    ORDINARY("START TRANSACTION"),
    /** Has SQLite's write lock before its first statement, so that it reads what it will change. */
    IMMEDIATE("BEGIN IMMEDIATE");

    private final String begin;

    Transaction(String begin) {
        this.begin = begin;
    }

    public <R> R on(Connection connection, Line.Work<R> work) throws SQLException {
        run(connection, begin);
        try {
            R result = work.on(connection);
            run(connection, "COMMIT");
            return result;
        } catch (Throwable e) {
            rollback(connection, e);
            throw e;
        }
    }

    /** A connection that may still be in the transaction must not be used again, however harmless the error was. */
    private static void rollback(Connection connection, Throwable cause) throws SQLException {
        try {
            run(connection, "ROLLBACK");
        } catch (SQLException e) {
            SQLException broken = new SQLException("not rolled back after: " + cause.getMessage(), "08000", cause);
            broken.addSuppressed(e);
            throw broken;
        }
    }

    public static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
