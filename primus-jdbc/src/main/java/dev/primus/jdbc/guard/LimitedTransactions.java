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
        Loan loan = new Loan(source.getConnection(), Deadline.in(limit));
        Runnable callOff = Lines.watch(loan.deadline, loan::cut);
        try {
            return inTransaction(loan, work);
        } finally {
            callOff.run();
            loan.end();
        }
    }

    private <R> R inTransaction(Loan loan, SqlWork<R> work) throws SQLException {
        boolean autoCommit = withinLimit(loan, Connection::getAutoCommit);
        Limits.Undo undo = Limits.Undo.NOTHING;
        R result;
        try {
            undo = withinLimit(loan, connection -> {
                connection.setAutoCommit(false);
                return limits.remember(connection);
            });
            result = withinLimit(loan, connection -> {
                limits.set(connection);
                return work.on(connection);
            });
            loan.connection.commit();
        } catch (Throwable e) {
            if (loan.rollBack(e)) {
                loan.setBack(autoCommit, undo);
            }
            throw e;
        }
        loan.setBack(autoCommit, undo);
        return result;
    }

    /** What failed because it was cut is told by its true name; the commit, whose outcome would be unknown, comes later. */
    private <R> R withinLimit(Loan loan, SqlWork<R> work) throws SQLException {
        try {
            R result = work.on(loan.connection);
            if (loan.deadline.isOver()) {
                throw tooOld();
            }
            return result;
        } catch (SQLException e) {
            if (loan.deadline.isOver() && !(e instanceof SQLTimeoutException)) {
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

    /** A connection for one transaction. It goes back to its pool as it came, or not alive. */
    private static final class Loan {
        private final Connection connection;
        private final Deadline deadline;
        private final AtomicBoolean ours = new AtomicBoolean(true);
        private boolean fit = true;

        Loan(Connection connection, Deadline deadline) {
            this.connection = connection;
            this.deadline = deadline;
        }

        /** By the watchdog, which must not wait. */
        void cut() {
            if (ours.compareAndSet(true, false)) {
                Lines.cut(connection);
            }
        }

        /** Returns whether it was; if not, nothing may be set back, for to switch auto-commit on is to commit. */
        boolean rollBack(Throwable cause) {
            try {
                connection.rollback();
            } catch (SQLException | RuntimeException e) {
                cause.addSuppressed(e);
                fit = false;
            }
            return fit;
        }

        void setBack(boolean autoCommit, Limits.Undo undo) {
            try {
                undo.on(connection);
                connection.setAutoCommit(autoCommit);
            } catch (SQLException | RuntimeException e) {
                fit = false;
            }
        }

        /**
         * From here on the pool may lend it again. If it was cut that may still be under way in another thread, so it is
         * ended here too: whoever comes late finds it dead, and not somebody else's.
         */
        void end() {
            if (!ours.compareAndSet(true, false) || !fit) {
                Lines.abort(connection);
            }
            Lines.closeQuietly(connection);
        }
    }
}
