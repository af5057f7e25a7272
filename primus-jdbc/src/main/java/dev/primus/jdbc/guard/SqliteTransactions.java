package dev.primus.jdbc.guard;

import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * One short write transaction. SQLite has no server that could end it, and while it is open nobody else writes to the
 * file, renewals included: so only statements of ours and of {@link Write} run here, never code of the user's.
 *
 * <p>The file is the user's: how it is journalled, and how safely written, is left as it is. A mark is then as durable as
 * the data it guards.
 */
record SqliteTransactions(DataSource source, Duration lockWait) implements Transactions {
    private static final Sql BUSY_TIMEOUT = Sql.of("PRAGMA busy_timeout");

    @Override
    public <R> R run(SqlWork<R> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            try {
                connection.setAutoCommit(true);
                return patiently(connection, work);
            } finally {
                setBack(connection, lent -> lent.setAutoCommit(autoCommit));
            }
        }
    }

    /** Waits for locks a little shorter than it may take in all. */
    private <R> R patiently(Connection connection, SqlWork<R> work) throws SQLException {
        long before;
        try (Sql.Call call = BUSY_TIMEOUT.on(connection)) {
            before = call.list(row -> row.getLong(1)).get(0);
        }
        try {
            waitForLocks(connection, Math.max(1, lockWait.toMillis() * 3 / 4));
            return Transaction.IMMEDIATE.on(connection, work::on);
        } finally {
            setBack(connection, lent -> waitForLocks(lent, before));
        }
    }

    private static void waitForLocks(Connection connection, long millis) throws SQLException {
        Transaction.run(connection, "PRAGMA busy_timeout = " + millis);
    }

    /** A connection that cannot be set back must not be lent again; what was written is written all the same. */
    private static void setBack(Connection connection, Limits.Undo undo) {
        try {
            undo.on(connection);
        } catch (SQLException | RuntimeException e) {
            Lines.abort(connection);
        }
    }
}
