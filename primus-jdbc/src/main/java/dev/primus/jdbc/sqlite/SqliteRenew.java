package dev.primus.jdbc.sqlite;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Served;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Extends all leases of this process in one statement; one that has lapsed is not extended, though it is still ours. */
final class SqliteRenew {
    private final Sql extend;
    private final HostClock clock;
    private final StoreSession session;

    SqliteRenew(Tables tables, HostClock clock, StoreSession session) {
        this.clock = clock;
        this.session = session;
        this.extend = Sql.of(tables, """
                WITH hold AS MATERIALIZED (
                  SELECT :cluster AS cluster, value->>0 AS election, value->>1 AS epoch, value->>2 AS nonce
                  FROM json_each(:holds))
                UPDATE {lease} SET renewals = renewals + 1, expires_us = :now + :lease, lease_us = :lease,
                  stamped_us = :now, wall_us = :wall, updated_us = :wall
                FROM hold
                WHERE {lease}.cluster = hold.cluster AND {lease}.election = hold.election AND owner = :me
                  AND {lease}.epoch = hold.epoch AND {lease}.nonce = hold.nonce
                  AND clock_id = :boot AND expires_us > :now
                RETURNING election
                """);
    }

    Set<ElectionName> on(Connection connection, List<Hold> holds) throws SQLException {
        List<ElectionName> names = holds.stream().map(Hold::election).toList();
        return Transaction.IMMEDIATE.on(connection, c -> {
            HostClock.Reading now = clock.read();
            try (Sql.Call call = extend.on(c)) {
                return Served.of(
                        names,
                        call.with("holds", JsonRows.of(holds, SqliteRenew::columns))
                                .with("cluster", session.cluster().value())
                                .with("me", session.self().toString())
                                .with("lease", session.lease().toNanos() / 1000)
                                .with("now", now.monotonic())
                                .with("wall", now.wall())
                                .with("boot", clock.bootId())
                                .list(row -> row.getString(1)));
            }
        });
    }

    private static Object[] columns(Hold hold) {
        return new Object[] {hold.election(), hold.token().value(), hold.nonce()};
    }
}
