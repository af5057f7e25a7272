package dev.primus.jdbc.postgres;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Served;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Extends all leases of this process in one statement; a row that somebody locks is passed over and costs no other. */
final class PostgresRenew {
    private final Sql extend;
    private final StoreSession session;

    PostgresRenew(Tables tables, StoreSession session) {
        this.session = session;
        this.extend = Postgres.sql(tables, """
                WITH due AS (
                  SELECT l.election FROM {lease} l
                  JOIN unnest(:elections, :epochs, :nonces) AS h (election, epoch, nonce)
                    ON l.election = h.election AND l.epoch = h.epoch AND l.nonce = h.nonce
                  WHERE l.cluster = :cluster AND l.owner = :me AND l.expires_us > {now}
                  ORDER BY l.election FOR UPDATE OF l SKIP LOCKED)
                UPDATE {lease} l SET renewals = l.renewals + 1, expires_us = {now} + :lease, lease_us = :lease,
                  clock_id = {clock}, updated_us = {now}
                FROM due WHERE l.cluster = :cluster AND l.election = due.election
                RETURNING l.election
                """);
    }

    Set<ElectionName> on(Connection connection, List<Hold> holds) throws SQLException {
        List<ElectionName> names = holds.stream().map(Hold::election).toList();
        try (Sql.Call call = extend.on(connection)) {
            return Served.of(
                    names,
                    call.tuned(Kept::of)
                            .with("elections", Postgres.texts(connection, holds, Hold::election))
                            .with(
                                    "epochs",
                                    Postgres.numbers(
                                            connection,
                                            holds,
                                            hold -> hold.token().value()))
                            .with("nonces", Postgres.texts(connection, holds, Hold::nonce))
                            .with("cluster", session.cluster().value())
                            .with("me", session.self().toString())
                            .with("lease", session.lease().toNanos() / 1000)
                            .list(row -> row.getString(1)));
        }
    }
}
