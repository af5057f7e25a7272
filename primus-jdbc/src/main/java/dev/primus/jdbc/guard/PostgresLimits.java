package dev.primus.jdbc.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Limits that end with the transaction. None of these statements takes a snapshot, so the lock comes first. */
record PostgresLimits(Duration idle) implements Limits {
    @Override
    public Undo remember(Connection connection) {
        return Undo.NOTHING;
    }

    @Override
    public void set(Connection connection) throws SQLException {
        long millis = idle.toMillis();
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SET LOCAL idle_in_transaction_session_timeout = %d; SET LOCAL statement_timeout = %d; SET LOCAL lock_timeout = %d"
                            .formatted(millis, millis, Math.max(1, millis / 2)));
        }
    }

    @Override
    public void setAgain(Connection connection) throws SQLException {
        set(connection);
    }
}
