package dev.primus.jdbc.sqlite;

import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;

/** Shows that this process is alive. For display only, so by the wall clock, which also makes sense after a reboot. */
final class SqliteHeartbeat {
    private final Sql beat;
    private final HostClock clock;
    private final StoreSession session;

    SqliteHeartbeat(Tables tables, HostClock clock, StoreSession session) {
        this.clock = clock;
        this.session = session;
        this.beat = Sql.of(tables, """
                INSERT INTO {node} (cluster, node, incarnation, started_us, seen_us, lapse_us)
                VALUES (:cluster, :node, :incarnation, :wall, :wall, :lease)
                ON CONFLICT (cluster, node, incarnation)
                DO UPDATE SET seen_us = excluded.seen_us, lapse_us = excluded.lapse_us
                """);
    }

    void on(Connection connection) throws SQLException {
        try (Sql.Call call = beat.on(connection)) {
            call.with("cluster", session.cluster().value())
                    .with("node", session.self().name().value())
                    .with("incarnation", session.self().incarnation())
                    .with("wall", clock.wallMicros())
                    .with("lease", session.lease().toNanos() / 1000)
                    .update();
        }
    }
}
