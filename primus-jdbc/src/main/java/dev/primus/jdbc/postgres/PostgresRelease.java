package dev.primus.jdbc.postgres;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gives leases back, closes their terms and tells those who listen, all in one statement, and only for what was ours. */
final class PostgresRelease {
    private final Sql free;
    private final StoreSession session;
    private final String channel;

    PostgresRelease(Tables tables, StoreSession session, boolean tell) {
        this.session = session;
        this.channel = ReleaseChannel.nameFor(tables, session.cluster());
        this.free = Postgres.sql(tables, """
                WITH parting AS (
                  SELECT * FROM unnest(:elections, :epochs, :nonces, :reasons, :heirs)
                    AS p (election, epoch, nonce, reason, heir)),
                mine AS (
                  SELECT l.election FROM {lease} l
                  JOIN parting p ON l.election = p.election AND l.epoch = p.epoch AND l.nonce = p.nonce
                  WHERE l.cluster = :cluster AND l.owner = :me
                  ORDER BY l.election FOR UPDATE OF l SKIP LOCKED),
                freed AS (
                  UPDATE {lease} l SET status = 0, owner = '', nonce = '', renewals = -1, expires_us = 0,
                    clock_id = {clock}, heir = p.heir, heir_until_us = CASE WHEN p.heir = '' THEN 0 ELSE {now} + :window END,
                    updated_us = {now}
                  FROM parting p JOIN mine ON mine.election = p.election
                  WHERE l.cluster = :cluster AND l.election = p.election AND l.owner = :me
                    AND l.epoch = p.epoch AND l.nonce = p.nonce
                  RETURNING l.election, l.epoch, p.reason),
                closed AS (
                  UPDATE {history} h SET ended_us = {now}, reason = freed.reason FROM freed
                  WHERE h.cluster = :cluster AND h.election = freed.election AND h.epoch = freed.epoch
                    AND h.ended_us IS NULL)
                SELECT election%s FROM freed
                """.formatted(tell ? ", pg_catalog.pg_notify(:channel, election)" : ""));
    }

    Set<ElectionName> on(Connection connection, List<Parting> partings) throws SQLException {
        try (Sql.Call call = free.on(connection)) {
            return new HashSet<>(call.tuned(Kept::of)
                    .with("elections", Postgres.texts(connection, partings, Parting::election))
                    .with(
                            "epochs",
                            Postgres.numbers(
                                    connection,
                                    partings,
                                    one -> one.hold().token().value()))
                    .with(
                            "nonces",
                            Postgres.texts(
                                    connection, partings, one -> one.hold().nonce()))
                    .with(
                            "reasons",
                            Postgres.texts(
                                    connection, partings, one -> one.reason().name()))
                    .with("heirs", Postgres.texts(connection, partings, PostgresRelease::heir))
                    .with("cluster", session.cluster().value())
                    .with("me", session.self().toString())
                    .with("window", session.heirWindow().toNanos() / 1000)
                    .withIfUsed("channel", channel)
                    .list(row -> new ElectionName(row.getString(1))));
        }
    }

    private static Object heir(Parting parting) {
        return parting.heir() == null ? "" : parting.heir();
    }
}
