package dev.primus.jdbc.guard;

import dev.primus.core.ClusterName;
import dev.primus.guard.Admission;
import dev.primus.guard.Claim;
import dev.primus.guard.HighWaterMark;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The row of one resource. */
final class FenceTable {
    private final Sql insert;
    private final Sql lock;
    private final Sql raise;
    private final String cluster;
    private final String resource;

    FenceTable(Footing footing, Tables tables, ClusterName cluster, String resource) {
        this.cluster = cluster.value();
        this.resource = resource;
        this.insert = Sql.of(
                tables,
                footing.insert()
                        .formatted("{fence} (cluster, resource, token, owner) VALUES (:cluster, :resource, 0, '')"));
        this.lock = Sql.of(
                tables,
                "SELECT token, owner FROM {fence} WHERE cluster = :cluster AND resource = :resource "
                        + footing.lockToChange());
        this.raise = Sql.of(
                tables,
                "UPDATE {fence} SET token = :token, owner = :owner WHERE cluster = :cluster AND resource = :resource");
    }

    void makeRow(Connection connection) throws SQLException {
        try (Sql.Call call = insert.on(connection)) {
            call.with("cluster", cluster).with("resource", resource).update();
        }
    }

    /** Locks the row until the transaction ends, so that nobody raises it between this answer and the commit. */
    Admission judge(Connection connection, Claim claim) throws SQLException {
        HighWaterMark mark = lock(connection);
        HighWaterMark next = mark.raisedBy(claim);
        if (!next.equals(mark)) {
            write(connection, next);
        }
        return mark.judge(resource, claim);
    }

    private HighWaterMark lock(Connection connection) throws SQLException {
        List<HighWaterMark> found;
        try (Sql.Call call = lock.on(connection)) {
            found = call.with("cluster", cluster)
                    .with("resource", resource)
                    .list(row -> new HighWaterMark(row.getLong(1), row.getString(2)));
        }
        if (found.isEmpty()) {
            throw new SQLException(
                    "the fence row of '%s' is gone, and with it the mark: raise the barrier of the present leader on a"
                                    .formatted(resource)
                            + " new guard",
                    "02000");
        }
        return found.get(0);
    }

    private void write(Connection connection, HighWaterMark mark) throws SQLException {
        try (Sql.Call call = raise.on(connection)) {
            call.with("token", mark.token())
                    .with("owner", mark.owner())
                    .with("cluster", cluster)
                    .with("resource", resource)
                    .update();
        }
    }
}
