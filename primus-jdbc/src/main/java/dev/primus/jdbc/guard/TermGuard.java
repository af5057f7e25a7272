package dev.primus.jdbc.guard;

import dev.primus.Leadership;
import dev.primus.core.ClusterName;
import dev.primus.guard.Admission;
import dev.primus.guard.Guard;
import dev.primus.guard.StaleTokenException;
import dev.primus.guard.Tally;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Transactions that only the present leader can commit, for data in the same database as the leases. The term's own row
 * is locked for the length of the transaction, and looked at again before the commit: a takeover, which changes it, waits until the transaction has ended, and
 * what it ended with is what the new leader finds. No barrier is needed. Renewals go on meanwhile, for they touch another
 * row.
 *
 * <p>A takeover waits at most for three limits: this process ends a transaction older than {@link #limit()}; should it be
 * stopped, the server ends a session that idles for {@link #idleLimit()} inside a transaction, and a statement that runs
 * longer than the limit. MySQL has no limit for a write that runs: there a takeover waits for it to end.
 *
 * <p>The mark is the term itself, so a restart of anybody forgets nothing. A database that forgets terms it has confirmed
 * forgets them here too.
 *
 * <p>Not on SQLite, which has neither row locks nor a server that could end a paused process: an open transaction would
 * block every renewal. Use a {@link FenceRow} there. Safe for use from any thread.
 */
public final class TermGuard implements Guard {
    private final Sql lock;
    private final String cluster;
    private final Transactions transactions;
    private final Duration limit;
    private final Limits limits;
    private final String resource;
    private final Tally tally = new Tally();

    TermGuard(Footing footing, Tables tables, ClusterName cluster, Transactions transactions, Duration limit) {
        Limits limits = footing.limits();
        if (limits == null) {
            throw new UnsupportedOperationException(
                    "there is no term guard on SQLite: a paused process would block every renewal; use fence(…)");
        }
        this.lock = Sql.of(
                tables,
                "SELECT epoch FROM {term} WHERE cluster = :cluster AND election = :election " + footing.lockToRead());
        this.cluster = cluster.value();
        this.transactions = transactions;
        this.limit = limit;
        this.limits = limits;
        this.resource = tables.term();
    }

    /**
     * Does {@code work} and commits, if {@code leadership} is that of the present term.
     *
     * @throws dev.primus.NotLeadingException if it is not held now; the database was not asked
     * @throws StaleTokenException if another term has begun; nothing was written, but for what {@code work} itself
     *     committed before
     * @throws java.sql.SQLTimeoutException if it took longer than the limit; nothing was written
     */
    public <R> R run(Leadership leadership, SqlWork<R> work) throws SQLException {
        leadership.require();
        return transactions.run(new Judged<>(connection -> judge(connection, leadership), limits, tally, work));
    }

    /** The first read of the transaction: whatever is read later is at least as new as the term that was locked. */
    private Admission judge(Connection connection, Leadership leadership) throws SQLException {
        List<Long> epoch;
        try (Sql.Call call = lock.on(connection)) {
            epoch = call.with("cluster", cluster)
                    .with("election", leadership.election().value())
                    .list(row -> row.getLong(1));
        }
        long known = epoch.isEmpty() ? 0 : epoch.get(0);
        return known == leadership.token()
                ? new Admission.Admitted(resource, known)
                : new Admission.Stale(resource, leadership.token(), known);
    }

    /** After how long this process ends a transaction, and the server a statement. */
    public Duration limit() {
        return limit;
    }

    /** After how long the server ends a session that is idle inside a transaction; whole seconds on MariaDB and MySQL. */
    public Duration idleLimit() {
        return limits.idle();
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
