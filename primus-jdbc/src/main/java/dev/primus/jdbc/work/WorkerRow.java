package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;

/**
 * The row of a worker, and the rules by which it changes. Each is a condition of the very statement that makes the change, so
 * that of two who come at once the second one meets what the first has made of it: a life that was declared dead cannot be
 * renewed, and one that was renewed cannot be declared dead.
 */
final class WorkerRow {
    private static final String KEY = "cluster = :cluster AND worker = :worker";
    private static final String LIFE = KEY + " AND incarnation = :incarnation";

    /** Once a life has had orders it is never begun again, even if another one was there in between. */
    private static final String FREE = """
            incarnation <> :incarnation AND (state IN ('DEAD', 'GONE') OR %s)
              AND NOT EXISTS (SELECT 1 FROM {orders} o WHERE o.cluster = :cluster AND o.worker = :worker
                AND o.incarnation = :incarnation)""".formatted(Lease.ENDED);

    private final ClusterName cluster;
    private final Timepiece time;
    private final Sql begin;
    private final Sql make;
    private final Sql beginAgain;
    private final Sql renew;
    private final Sql look;
    private final Sql adopt;
    private final Sql adoptAll;
    private final Sql bury;
    private final Sql leave;
    private final Sql turn;
    private final Sql drain;

    WorkerRow(Dialect dialect, Tables tables, ClusterName cluster) {
        this.cluster = cluster;
        this.time = dialect.timepiece();
        this.begin = time.sql(tables, """
                UPDATE {worker} SET incarnation = :incarnation, state = 'ACTIVE', capacity = :capacity, zone = :zone,
                  about = :about, expires_us = {now} + :lease, lease_us = :lease, clock_id = {clock}, seen = 0,
                  finishing = '', writes = writes + 1, changed_us = :wall
                WHERE %s AND %s
                """.formatted(KEY, FREE));
        this.make = time.sql(tables, dialect.unlessThere("""
                INSERT INTO {worker} (cluster, worker, incarnation, state, capacity, zone, about, expires_us, lease_us,
                  clock_id, finishing, changed_us)
                VALUES (:cluster, :worker, :incarnation, 'ACTIVE', :capacity, :zone, :about, {now} + :lease, :lease,
                  {clock}, '', :wall)"""));
        this.beginAgain = time.sql(tables, """
                UPDATE {worker} SET capacity = :capacity, zone = :zone, about = :about, expires_us = {now} + :lease,
                  lease_us = :lease, clock_id = {clock}, writes = writes + 1
                WHERE %s AND %s
                """.formatted(LIFE, Lease.RUNS));
        this.renew = time.sql(tables, """
                UPDATE {worker} SET expires_us = {now} + lease_us, clock_id = {clock}, seen = :seen,
                  finishing = :finishing, writes = writes + 1
                WHERE %s AND %s
                """.formatted(LIFE, Lease.RUNS));
        this.look = time.sql(tables, """
                SELECT CASE WHEN incarnation <> :incarnation AND %s THEN %s ELSE 0 END AS busy_us,
                  CASE WHEN %s AND %s THEN 1 ELSE 0 END AS strange
                FROM {worker} WHERE %s
                """.formatted(Lease.RUNS, Lease.LEFT, Lease.LIVING, Lease.STRANGE, KEY));
        String anew = "UPDATE {worker} SET expires_us = {now} + lease_us, clock_id = {clock}, writes = writes + 1";
        this.adopt = time.sql(tables, anew + " WHERE %s AND %s AND %s".formatted(KEY, Lease.LIVING, Lease.STRANGE));
        this.adoptAll = time.sql(
                tables, anew + " WHERE cluster = :cluster AND %s AND %s".formatted(Lease.LIVING, Lease.STRANGE));
        this.bury = time.sql(tables, """
                UPDATE {worker} SET state = 'DEAD', writes = writes + 1, changed_us = :wall WHERE %s AND %s AND %s
                """.formatted(LIFE, Lease.LIVING, Lease.ENDED));
        this.leave = time.sql(tables, """
                UPDATE {worker} SET state = 'GONE', writes = writes + 1, changed_us = :wall WHERE %s AND %s
                """.formatted(LIFE, Lease.LIVING));
        this.turn = time.sql(
                tables,
                "UPDATE {worker} SET state = :state, writes = writes + 1 WHERE %s AND %s".formatted(KEY, Lease.RUNS));
        this.drain = time.sql(tables, """
                UPDATE {worker} SET state = 'DRAINING', writes = writes + 1 WHERE %s AND state = 'ACTIVE'
                """.formatted(LIFE));
    }

    /** Where there is a row that is nobody's any more. */
    boolean begin(Connection connection, WorkerCard card, Duration lease, long wall) throws SQLException {
        return enter(connection, begin, card, lease, wall);
    }

    /** Where there is no row. */
    boolean make(Connection connection, WorkerCard card, Duration lease, long wall) throws SQLException {
        return enter(connection, make, card, lease, wall);
    }

    /** Where this very life has begun already: the answer was lost on its way. */
    boolean beginAgain(Connection connection, WorkerCard card, Duration lease, long wall) throws SQLException {
        return enter(connection, beginAgain, card, lease, wall);
    }

    private boolean enter(Connection connection, Sql statement, WorkerCard card, Duration lease, long wall)
            throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return of(call, card.id())
                            .with("capacity", card.capacity().hundredths())
                            .with("zone", card.zone())
                            .with("about", card.about())
                            .with("lease", lease.toNanos() / 1000)
                            .withIfUsed("wall", wall)
                            .update()
                    > 0;
        }
    }

    boolean renew(Connection connection, NodeId worker, Progress progress) throws SQLException {
        try (Sql.Call call = renew.on(connection)) {
            return of(call, worker)
                            .with("seen", progress.seen())
                            .with("finishing", progress.finishing().toText())
                            .update()
                    > 0;
        }
    }

    /**
     * @param busy how long another life still has the name; zero if none has
     * @param strange whether its lease was stamped by another clock
     */
    record Standing(Duration busy, boolean strange) {}

    /** How the name stands for somebody who would like to have it; empty if there is no row. */
    Optional<Standing> look(Connection connection, NodeId worker) throws SQLException {
        try (Sql.Call call = look.on(connection)) {
            return of(call, worker)
                    .list(row -> new Standing(
                            Duration.of(row.getLong("busy_us"), ChronoUnit.MICROS), row.getInt("strange") == 1))
                    .stream()
                    .findFirst();
        }
    }

    /**
     * Counts a lease that was stamped by another clock from now on by this one, in full. So it ends at some time, and not too
     * early however far the clocks are apart.
     */
    void adopt(Connection connection, Collection<NodeId> workers) throws SQLException {
        try (Sql.Call call = adopt.on(connection)) {
            for (NodeId worker : workers) {
                named(call, worker.name()).add();
            }
            call.sendAll();
        }
    }

    /** The same for all workers. */
    void adoptAll(Connection connection) throws SQLException {
        try (Sql.Call call = adoptAll.on(connection)) {
            time.set(call.with("cluster", cluster.value())).update();
        }
    }

    /** Those whose lease has ended are dead from then on. */
    void bury(Connection connection, Collection<NodeId> workers, long wall) throws SQLException {
        try (Sql.Call call = bury.on(connection)) {
            for (NodeId worker : workers) {
                of(call, worker).with("wall", wall).add();
            }
            call.sendAll();
        }
    }

    void leave(Connection connection, NodeId worker, long wall) throws SQLException {
        try (Sql.Call call = leave.on(connection)) {
            of(call, worker).with("wall", wall).update();
        }
    }

    void drain(Connection connection, NodeId worker) throws SQLException {
        try (Sql.Call call = drain.on(connection)) {
            of(call, worker).update();
        }
    }

    boolean turn(Connection connection, NodeName worker, String state) throws SQLException {
        try (Sql.Call call = turn.on(connection)) {
            return named(call, worker).with("state", state).update() > 0;
        }
    }

    private Sql.Call of(Sql.Call call, NodeId worker) throws SQLException {
        return named(call, worker.name()).with("incarnation", worker.incarnation());
    }

    private Sql.Call named(Sql.Call call, NodeName worker) throws SQLException {
        return time.set(call.with("cluster", cluster.value()).with("worker", worker.value()));
    }
}
