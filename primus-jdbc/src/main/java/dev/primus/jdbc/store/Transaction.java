package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Several statements that count together; what it returns is returned after the commit. */
public enum Transaction {
    ORDINARY("START TRANSACTION"),
    /** Has SQLite's write lock before its first statement, so that it reads what it will change. */
    IMMEDIATE("BEGIN IMMEDIATE"),
    /** Only reads, and all of it as of one moment: on SQLite, */
    READ_OF_FILE("BEGIN"),
    /** on PostgreSQL, */
    READ_REPEATABLY("START TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
    /** and on MariaDB and MySQL, whose transactions have the session's isolation unless it is said before. */
    READ_SNAPSHOT(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");

    private final List<String> begin;

    Transaction(String... begin) {
        this.begin = List.of(begin);
    }

    public <R> R on(Connection connection, Line.Work<R> work) throws SQLException {
        for (String statement : begin) {
            run(connection, statement);
        }
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
