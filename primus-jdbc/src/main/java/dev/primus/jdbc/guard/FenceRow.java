package dev.primus.jdbc.guard;

import dev.primus.Leadership;
import dev.primus.guard.Admission;
import dev.primus.guard.Barrier;
import dev.primus.guard.Claim;
import dev.primus.guard.Guard;
import dev.primus.guard.StaleTokenException;
import dev.primus.guard.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * A row that remembers the highest token a resource has seen, in the database where the resource is. It is locked and
 * compared in the writer's own transaction, so a check cannot be overtaken; and a new leader raises it by its barrier
 * before it does anything, so that a former one is refused also where the new one has written nothing yet.
 *
 * <p>A restart of either side forgets nothing. A restored backup forgets what came after it, a deleted row everything:
 * until a barrier has been raised again a former leader gets through.
 *
 * <p>Writers of one resource wait for each other. Safe for use from any thread.
 */
public final class FenceRow implements Guard, Barrier {
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** Who holds the row is ended after three limits at most. */
    private static final int LIMITS_OF_PATIENCE = 4;

    private final String resource;
    private final FenceTable table;
    private final Transactions transactions;
    private final Footing footing;
    private final Duration limit;
    private final Tally tally = new Tally();

    FenceRow(String resource, FenceTable table, Transactions transactions, Footing footing, Duration limit) {
        this.resource = resource;
        this.table = table;
        this.transactions = transactions;
        this.footing = footing;
        this.limit = limit;
    }

    /**
     * Judges and does {@code writes}, if admitted, in one short transaction of its own. The only way on SQLite, and a
     * good one elsewhere.
     */
    public Admission apply(Claim claim, List<Write> writes) throws SQLException {
        return transactions.run(connection -> {
            Admission answer = tally.count(table.judge(connection, claim));
            if (answer.isAdmitted()) {
                for (Write write : writes) {
                    write.on(connection);
                }
            }
            return answer;
        });
    }

    public Admission apply(Leadership leadership, Write... writes) throws SQLException {
        return apply(Claim.of(leadership), List.of(writes));
    }

    /**
     * Judges, does {@code work} and judges again, in one transaction, which is ended if it takes longer than the limit of
     * {@link JdbcGuards#limit}. Not on SQLite, where it would keep every other writer of the file waiting.
     *
     * @throws StaleTokenException if a later leader has been there; nothing was written, but for what {@code work}
     *     itself committed before
     */
    public <R> R run(Claim claim, SqlWork<R> work) throws SQLException {
        Limits limits = limitsOfUserCode();
        return transactions.run(new Judged<>(connection -> table.judge(connection, claim), limits, tally, work));
    }

    /**
     * Judges in a transaction that the caller has begun and must roll back if this is not admitted. Make it the first
     * statement, so that nothing is read that is older than the check. It covers that transaction only: begin anew, with
     * a check, after a deadlock (which on MariaDB and MySQL ends it) and after a change of the schema.
     *
     * <p>Nothing limits its age: a process that is stopped inside keeps the barrier of its successor waiting. So set
     * {@code idle_in_transaction_session_timeout} (PostgreSQL), {@code idle_transaction_timeout} (MariaDB) or
     * {@code wait_timeout} (MySQL) for these connections, or use {@link #run}. Not on SQLite.
     */
    public Admission check(Connection inTransaction, Claim claim) throws SQLException {
        limitsOfUserCode();
        if (inTransaction.getAutoCommit()) {
            throw new IllegalStateException(
                    "auto-commit is on, so the check would not cover the write: call setAutoCommit(false) first");
        }
        return tally.count(table.judge(inTransaction, claim));
    }

    private Limits limitsOfUserCode() {
        Limits limits = footing.limits();
        if (limits == null) {
            throw new UnsupportedOperationException("SQLite has one writer at a time and no server that could end a"
                    + " paused one: hand the statements to apply(…) instead");
        }
        return limits;
    }

    /**
     * Waits for a transaction that holds the row, but not longer than any guarded one can; what went wrong meanwhile is
     * tried again.
     */
    @Override
    public void raise(Leadership leadership) throws SQLException, InterruptedException {
        Claim claim = Claim.of(leadership);
        long until = leadership.nanos() + limit.multipliedBy(LIMITS_OF_PATIENCE).toNanos();
        while (true) {
            try {
                transactions.run(connection -> table.judge(connection, claim)).orThrow();
                return;
            } catch (SQLException e) {
                if (leadership.nanos() - until >= 0 || !leadership.sleep(PAUSE)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public String resource() {
        return resource;
    }

    @Override
    public long admitted() {
        return tally.admitted();
    }

    @Override
    public long rejected() {
        return tally.rejected();
    }
}
