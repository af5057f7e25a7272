package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;

/** The channel that tells of new plans. */
final class PlanChannel {
    private PlanChannel() {}

    static String nameFor(Tables tables, ClusterName cluster) {
        return "primus_plan_" + Fingerprint.of(tables.plan(), cluster.value());
    }

    /** The server tells it with the commit. */
    static void tell(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        try (Sql.Call call = Sql.of("SELECT pg_catalog.pg_notify(:channel, '')").on(connection)) {
            call.with("channel", nameFor(tables, cluster)).list(row -> true);
        }
    }
}
