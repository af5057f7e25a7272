package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.jdbc.HousekeepingPlan.Grown;
import dev.primus.jdbc.HousekeepingPlan.Retired;
import dev.primus.jdbc.HousekeepingPlan.Silent;
import dev.primus.jdbc.HousekeepingPlan.Unheld;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Keeps the tables small. A lease row is never deleted here, since its number must outlive it: it is only marked, and an
 * acquisition clears the mark. What is found and what is done share their conditions, so that a plan keeps its word.
 */
final class Housekeeping {
    /** What is paused is waited for. */
    private static final String UNHELD = "status <> 2 AND updated_us < :before AND paused_us = 0";

    /** Whoever leads is not forgotten, however silent: renewals are no sign of life in the table of nodes. */
    private static final String KEPT_BY_A_LEASE = """
            SELECT 1 FROM {lease} l WHERE l.cluster = %1$s.cluster AND l.election = %1$s.election AND l.status = 1
              AND l.updated_us >= :before AND l.owner = concat(%1$s.node, '#', %1$s.incarnation)
            """;

    /** A life that still has orders may not be over for the plan. */
    private static final String RETIRED = """
            state IN ('DEAD', 'GONE') AND changed_us < :before AND NOT EXISTS (
              SELECT 1 FROM {orders} o WHERE o.cluster = {worker}.cluster AND o.worker = {worker}.worker
                AND o.incarnation = {worker}.incarnation AND o.struck_us = 0)""";

    private final Sql unheld;
    private final Sql silent;
    private final Sql grown;
    private final Sql retired;
    private final Sql mark;
    private final Sql trim;
    private final Sql forgetCandidates;
    private final Sql forgetNodes;
    private final Sql forgetOrders;
    private final Sql forgetWorkers;
    private final Sql forgetWishes;
    private final int termsKept;
    private final Duration silence;

    Housekeeping(Tables tables, int termsKept, Duration silence) {
        this.termsKept = termsKept;
        this.silence = silence;
        this.unheld =
                Sql.of(tables, "SELECT cluster, election FROM {lease} WHERE " + UNHELD + " ORDER BY cluster, election");
        this.silent = Sql.of(tables, """
                SELECT n.cluster, n.node, n.incarnation FROM {node} n WHERE n.seen_us < :before AND NOT EXISTS (
                  SELECT 1 FROM {candidate} c WHERE c.cluster = n.cluster AND c.node = n.node
                    AND c.incarnation = n.incarnation AND EXISTS (%s))
                ORDER BY n.cluster, n.node, n.incarnation
                """.formatted(KEPT_BY_A_LEASE.formatted("c")));
        this.grown = Sql.of(tables, """
                SELECT cluster, election, count(*) AS terms FROM {history}
                GROUP BY cluster, election HAVING count(*) > :kept ORDER BY cluster, election
                """);
        this.retired = Sql.of(
                tables,
                "SELECT cluster, worker, incarnation FROM {worker} WHERE " + RETIRED + " ORDER BY cluster, worker");
        this.mark = Sql.of(tables, "UPDATE {lease} SET status = 2 WHERE " + UNHELD);
        this.trim = Sql.of(tables, """
                DELETE FROM {history} WHERE cluster = :cluster AND election = :election AND epoch <= (
                  SELECT oldest FROM (
                    SELECT epoch AS oldest FROM {history} WHERE cluster = :cluster AND election = :election
                    ORDER BY epoch DESC LIMIT 1 OFFSET :kept) AS cut)
                """);
        this.forgetCandidates = Sql.of(tables, """
                DELETE FROM {candidate} WHERE NOT EXISTS (
                  SELECT 1 FROM {node} n WHERE n.cluster = {candidate}.cluster AND n.node = {candidate}.node
                    AND n.incarnation = {candidate}.incarnation AND n.seen_us >= :before)
                AND NOT EXISTS (%s)
                """.formatted(KEPT_BY_A_LEASE.formatted("{candidate}")));
        this.forgetNodes = Sql.of(tables, """
                DELETE FROM {node} WHERE seen_us < :before AND NOT EXISTS (
                  SELECT 1 FROM {candidate} c WHERE c.cluster = {node}.cluster AND c.node = {node}.node
                    AND c.incarnation = {node}.incarnation)
                """);
        this.forgetWorkers = Sql.of(tables, "DELETE FROM {worker} WHERE " + RETIRED);
        this.forgetOrders = Sql.of(tables, "DELETE FROM {orders} WHERE struck_us > 0 AND struck_us < :before");
        this.forgetWishes = Sql.of(tables, "DELETE FROM {wish} WHERE wanted = 0");
    }

    /** Only reads. */
    HousekeepingPlan plan(Connection connection, long nowMicros) throws SQLException {
        long before = before(nowMicros);
        return new HousekeepingPlan(
                find(connection, unheld, before, row -> new Unheld(cluster(row), election(row))),
                grown(connection),
                find(
                        connection,
                        silent,
                        before,
                        row -> new Silent(
                                cluster(row), NodeId.of(row.getString("node"), row.getString("incarnation")))),
                find(
                        connection,
                        retired,
                        before,
                        row -> new Retired(
                                cluster(row), NodeId.of(row.getString("worker"), row.getString("incarnation")))));
    }

    JdbcAdmin.Tidied carryOut(Connection connection, long nowMicros) throws SQLException {
        long before = before(nowMicros);
        int marked = change(connection, mark, before);
        int trimmed = 0;
        for (Grown history : grown(connection)) {
            trimmed += trim(connection, history);
        }
        change(connection, forgetCandidates, before);
        int nodes = change(connection, forgetNodes, before);
        int workers = change(connection, forgetWorkers, before);
        change(connection, forgetOrders, before);
        change(connection, forgetWishes, before);
        return new JdbcAdmin.Tidied(marked, trimmed, nodes, workers);
    }

    private long before(long nowMicros) {
        return nowMicros - silence.toNanos() / 1000;
    }

    private List<Grown> grown(Connection connection) throws SQLException {
        try (Sql.Call call = grown.on(connection)) {
            return call.with("kept", termsKept)
                    .list(row -> new Grown(cluster(row), election(row), row.getInt("terms") - termsKept));
        }
    }

    private int trim(Connection connection, Grown history) throws SQLException {
        try (Sql.Call call = trim.on(connection)) {
            return call.with("cluster", history.cluster().value())
                    .with("election", history.election().value())
                    .with("kept", termsKept)
                    .update();
        }
    }

    private static ClusterName cluster(ResultSet row) throws SQLException {
        return new ClusterName(row.getString("cluster"));
    }

    private static ElectionName election(ResultSet row) throws SQLException {
        return new ElectionName(row.getString("election"));
    }

    private static <R> List<R> find(Connection connection, Sql statement, long before, Sql.RowReader<R> reader)
            throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return call.with("before", before).list(reader);
        }
    }

    private static int change(Connection connection, Sql statement, long before) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return call.withIfUsed("before", before).update();
        }
    }
}
