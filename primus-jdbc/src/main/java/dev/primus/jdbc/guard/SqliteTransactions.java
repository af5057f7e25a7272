package dev.primus.jdbc.guard;

import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * One short write transaction. SQLite has no server that could end it, and while it is open nobody else writes to the
 * file, renewals included: so only statements of ours and of {@link Write} run here, never code of the user's.
 */
record SqliteTransactions(DataSource source, Dialect dialect, Duration lockWait) implements Transactions {
    @Override
    public <R> R run(SqlWork<R> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            dialect.prepare(connection, lockWait);
            try {
                return Transaction.IMMEDIATE.on(connection, work::on);
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    }
}
