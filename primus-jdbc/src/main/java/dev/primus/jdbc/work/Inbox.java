package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.WorkerStore.CheckIn;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What there is for one life of a worker, read by one statement: were the plan's revision read after the orders, a worker
 * could take orders of a former revision for those of the present one.
 */
final class Inbox {
    private static final CheckIn NOTHING = new CheckIn(false, false, 0, null);

    private final ClusterName cluster;
    private final Timepiece time;
    private final OrdersTable orders;
    private final Sql read;

    Inbox(Dialect dialect, Tables tables, ClusterName cluster) {
        this.cluster = cluster;
        this.time = dialect.timepiece();
        this.orders = new OrdersTable(tables, cluster);
        this.read = time.sql(tables, """
                SELECT CASE WHEN %s THEN 1 ELSE 0 END AS alive, w.state, p.revision AS plan, o.revision, o.held, o.asked
                FROM {worker} w
                LEFT JOIN {plan} p ON p.cluster = w.cluster
                LEFT JOIN {orders} o ON o.cluster = w.cluster AND o.worker = w.worker AND o.incarnation = w.incarnation
                  AND o.revision > :seen AND o.struck_us = 0
                WHERE w.cluster = :cluster AND w.worker = :worker AND w.incarnation = :incarnation
                """.formatted(Lease.RUNS));
    }

    CheckIn read(Connection connection, NodeId worker, long seen) throws SQLException {
        try (Sql.Call call = read.on(connection)) {
            call.with("cluster", cluster.value())
                    .with("worker", worker.name().value())
                    .with("incarnation", worker.incarnation())
                    .with("seen", seen);
            return time.set(call).list(row -> checkIn(worker, row)).stream()
                    .findFirst()
                    .orElse(NOTHING);
        }
    }

    private CheckIn checkIn(NodeId worker, ResultSet row) throws SQLException {
        boolean fresh = row.getString("held") != null;
        Orders mine = fresh ? orders.read(worker, row) : null;
        return new CheckIn(
                row.getInt("alive") == 1, "DRAINING".equals(row.getString("state")), row.getLong("plan"), mine);
    }
}
