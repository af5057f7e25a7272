package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;
import dev.primus.core.spi.Orders;
import dev.primus.jdbc.store.Chunks;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is to do what. Written by the coordinator only, who has locked the plan's row before; so nobody else changes what it
 * reads here. What is struck stays as a row without contents: it tells that this life was there.
 */
final class OrdersTable {
    /** Sent together, so that a plan of thousands of workers is some dozens of trips. */
    private static final int IN_ONE_TRIP = 100;

    private final Tables tables;
    private final ClusterName cluster;
    private final Sql all;
    private final Sql known;
    private final Sql insert;
    private final Sql update;
    private final Sql strike;

    OrdersTable(Tables tables, ClusterName cluster) {
        this.tables = tables;
        this.cluster = cluster;
        this.all = Sql.of(tables, """
                SELECT worker, incarnation, revision, held, asked FROM {orders}
                WHERE cluster = :cluster AND struck_us = 0 ORDER BY worker, incarnation
                """);
        this.known = Sql.of(tables, "SELECT worker, incarnation FROM {orders} WHERE cluster = :cluster");
        this.insert = Sql.of(tables, """
                INSERT INTO {orders} (cluster, worker, incarnation, revision, held, asked)
                VALUES (:cluster, :worker, :incarnation, :revision, :held, :asked)
                """);
        this.update = Sql.of(tables, """
                UPDATE {orders} SET revision = :revision, held = :held, asked = :asked, struck_us = 0
                WHERE cluster = :cluster AND worker = :worker AND incarnation = :incarnation
                """);
        this.strike = Sql.of(tables, """
                UPDATE {orders} SET revision = :revision, held = '', asked = '', struck_us = :wall
                WHERE cluster = :cluster AND worker = :worker AND incarnation = :incarnation
                """);
    }

    List<Orders> all(Connection connection) throws SQLException {
        try (Sql.Call call = all.on(connection)) {
            return call.with("cluster", cluster.value()).list(row -> read(life(row), row));
        }
    }

    /** From a row that has {@code revision}, {@code held} and {@code asked}. */
    Orders read(NodeId worker, ResultSet row) throws SQLException {
        Legible legible = new Legible(tables.orders(), "%s of cluster '%s'".formatted(worker, cluster));
        return new Orders(
                worker,
                row.getLong("revision"),
                legible.read("held", row.getString("held"), Lots::parse),
                legible.read("asked", row.getString("asked"), Lots::parse));
    }

    void write(Connection connection, Collection<Orders> changed) throws SQLException {
        if (changed.isEmpty()) {
            return;
        }
        Set<NodeId> known = known(connection);
        List<Orders> fresh = new ArrayList<>();
        List<Orders> others = new ArrayList<>();
        changed.forEach(orders -> (known.contains(orders.worker()) ? others : fresh).add(orders));
        send(connection, insert, fresh);
        send(connection, update, others);
    }

    private Set<NodeId> known(Connection connection) throws SQLException {
        try (Sql.Call call = known.on(connection)) {
            return new HashSet<>(call.with("cluster", cluster.value()).list(this::life));
        }
    }

    private NodeId life(ResultSet row) throws SQLException {
        return Legible.life(tables.orders(), cluster, row);
    }

    private void send(Connection connection, Sql statement, List<Orders> orders) throws SQLException {
        for (List<Orders> some : Chunks.of(orders, IN_ONE_TRIP)) {
            try (Sql.Call call = statement.on(connection)) {
                for (Orders each : some) {
                    of(call, each.worker(), each.revision())
                            .with("held", each.held().toText())
                            .with("asked", each.asked().toText())
                            .add();
                }
                call.sendAll();
            }
        }
    }

    /** @param wall a time above 0 */
    void strike(Connection connection, Collection<NodeId> struck, long revision, long wall) throws SQLException {
        for (List<NodeId> some : Chunks.of(List.copyOf(struck), IN_ONE_TRIP)) {
            try (Sql.Call call = strike.on(connection)) {
                for (NodeId each : some) {
                    of(call, each, revision).with("wall", wall).add();
                }
                call.sendAll();
            }
        }
    }

    private Sql.Call of(Sql.Call call, NodeId worker, long revision) throws SQLException {
        return call.with("cluster", cluster.value())
                .with("worker", worker.name().value())
                .with("incarnation", worker.incarnation())
                .with("revision", revision);
    }
}
