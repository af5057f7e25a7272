package dev.primus.jdbc.guard;

import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Lines;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Transactions of bounded age. This process cuts one that is older than the limit; should the process itself be stopped,
 * the server ends the idle session, and no statement runs longer than the limit. So a successor waits for three limits at
 * most.
 */
final class LimitedTransactions implements Transactions {
    private final DataSource source;
    private final Limits limits;
    private final Duration limit;

    LimitedTransactions(DataSource source, Limits limits, Duration limit) {
        this.source = source;
        this.limits = limits;
        this.limit = limit;
    }

    @Override
    public <R> R run(SqlWork<R> work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            Deadline deadline = Deadline.in(limit);
            AtomicBoolean ours = new AtomicBoolean(true);
            Runnable callOff = Lines.watch(deadline, () -> {
                if (ours.compareAndSet(true, false)) {
                    Lines.cut(connection);
                }
            });
            try {
                return inTransaction(connection, deadline, ours, work);
            } finally {
                callOff.run();
            }
        }
    }

    private <R> R inTransaction(Connection connection, Deadline deadline, AtomicBoolean ours, SqlWork<R> work)
            throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        Limits.Undo undo = limits.set(connection);
        try {
            R result = withinLimit(connection, deadline, work);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollback(connection, e);
            throw e;
        } finally {
            if (ours.compareAndSet(true, false)) {
                setBack(connection, autoCommit, undo);
            }
        }
    }

    /** What failed because it was cut is told by its true name; the commit, whose outcome would be unknown, comes later. */
    private <R> R withinLimit(Connection connection, Deadline deadline, SqlWork<R> work) throws SQLException {
        try {
            R result = work.on(connection);
            if (deadline.isOver()) {
                throw tooOld();
            }
            return result;
        } catch (SQLException e) {
            if (deadline.isOver() && !(e instanceof SQLTimeoutException)) {
                SQLTimeoutException named = tooOld();
                named.initCause(e);
                throw named;
            }
            throw e;
        }
    }

    private SQLTimeoutException tooOld() {
        return new SQLTimeoutException(
                "a guarded transaction was ended: allowed is %s, so that no successor waits for it; nothing was written"
                        .formatted(limit),
                "57014");
    }

    private static void rollback(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** A connection that cannot be set back must not be lent again. */
    private static void setBack(Connection connection, boolean autoCommit, Limits.Undo undo) {
        try {
            undo.on(connection);
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            Lines.cut(connection);
        }
    }
}
