package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads who is there. */
final class RollCall {
    private static final String COLUMNS = """
            SELECT worker, incarnation, state, capacity, zone, about, seen, finishing, %s AS left_us,
              CASE WHEN %s AND %s THEN 1 ELSE 0 END AS strange
            FROM {worker}""".formatted(Lease.LEFT, Lease.LIVING, Lease.STRANGE);

    /** Former lives stay on record for long, and a coordinator asks often. */
    private static final String CONCERNS_THE_PLAN = """
            (%s OR EXISTS (SELECT 1 FROM {orders} o WHERE o.cluster = {worker}.cluster AND o.worker = {worker}.worker
              AND o.incarnation = {worker}.incarnation AND o.struck_us = 0))""".formatted(Lease.LIVING);

    private final Tables tables;
    private final ClusterName cluster;
    private final Timepiece time;
    private final Sql all;
    private final Sql concerned;
    private final Sql living;

    RollCall(Dialect dialect, Tables tables, ClusterName cluster) {
        this.tables = tables;
        this.cluster = cluster;
        this.time = dialect.timepiece();
        this.all = time.sql(tables, COLUMNS + " WHERE cluster = :cluster ORDER BY worker");
        this.concerned = time.sql(
                tables, COLUMNS + " WHERE cluster = :cluster AND %s ORDER BY worker".formatted(CONCERNS_THE_PLAN));
        this.living = time.sql(
                tables,
                "SELECT worker, incarnation FROM {worker} WHERE cluster = :cluster AND %s".formatted(Lease.LIVING));
    }

    /** @param strange whether its lease was stamped by another clock */
    record Present(Attendance worker, boolean strange) {}

    /** Everybody that is on record. */
    List<Attendance> all(Connection connection) throws SQLException {
        return read(connection, all).stream().map(Present::worker).toList();
    }

    /** Those who live, and those who have orders. */
    List<Present> concerned(Connection connection) throws SQLException {
        return read(connection, concerned);
    }

    /** Those who are not declared dead, and have not left. */
    Set<NodeId> living(Connection connection) throws SQLException {
        try (Sql.Call call = living.on(connection)) {
            return new HashSet<>(call.with("cluster", cluster.value()).list(this::life));
        }
    }

    private NodeId life(ResultSet row) throws SQLException {
        return Legible.life(tables.worker(), cluster, row);
    }

    private List<Present> read(Connection connection, Sql statement) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return time.set(call.with("cluster", cluster.value())).list(this::present);
        }
    }

    private Present present(ResultSet row) throws SQLException {
        NodeId id = life(row);
        Legible legible = new Legible(tables.worker(), "%s of cluster '%s'".formatted(id, cluster));
        Weight capacity =
                legible.read("capacity", row.getLong("capacity"), number -> new Weight(Math.toIntExact(number)));
        String about = row.getString("about");
        WorkerCard card =
                legible.read("zone", row.getString("zone"), zone -> new WorkerCard(id, capacity, zone, about));
        Lots finishing = legible.read("finishing", row.getString("finishing"), Lots::parse);
        Attendance worker = new Attendance(
                card,
                legible.read("state", row.getString("state"), Attendance.State::valueOf),
                Duration.of(row.getLong("left_us"), ChronoUnit.MICROS),
                new Progress(row.getLong("seen"), finishing));
        return new Present(worker, row.getInt("strange") == 1);
    }
}
