package dev.primus.jdbc.postgres;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes over what is free. One statement, and so one transaction, changes lease, term and history. A term row that a
 * guarded transaction holds, or a lease row that anybody does, is passed over: a takeover never stands in a queue.
 *
 * <p>The locked rows carry their bids along. Joined with the bids a second time, on tables that were never analysed, the
 * update was planned as a loop over all leases of the cluster times all bids.
 */
final class PostgresAcquire {
    private final Sql take;
    private final StoreSession session;

    PostgresAcquire(Tables tables, StoreSession session) {
        this.session = session;
        this.take = Postgres.sql(tables, """
                WITH bid AS (
                  SELECT * FROM unnest(:elections, :seenEpochs, :seenRenewals, :epochs, :nonces, :observed)
                    AS b (election, seen_epoch, seen_renewals, epoch, nonce, observed)),
                unlocked AS (
                  SELECT bid.* FROM {term} t
                  JOIN bid ON t.election = bid.election
                  JOIN {lease} l ON l.cluster = t.cluster AND l.election = t.election
                  WHERE t.cluster = :cluster
                  ORDER BY t.election FOR UPDATE OF t, l SKIP LOCKED),
                won AS (
                  UPDATE {lease} l SET status = 1, owner = :me, nonce = bid.nonce, epoch = bid.epoch, renewals = 0,
                    expires_us = {now} + :lease, lease_us = :lease, clock_id = {clock},
                    granted_us = {now}, updated_us = {now}, heir = '', heir_until_us = 0
                  FROM unlocked bid
                  WHERE l.cluster = :cluster AND l.election = bid.election
                    AND l.epoch = bid.seen_epoch AND l.renewals = bid.seen_renewals AND bid.epoch > l.epoch
                    AND bid.epoch > (SELECT value::bigint FROM {meta} WHERE name = 'lineage') * 281474976710656
                    AND (l.owner = '' OR l.expires_us <= {now} OR bid.observed = 1)
                    AND (l.heir = '' OR l.heir = :node OR l.heir_until_us <= {now} OR l.clock_id <> {clock}
                         OR l.heir_until_us - {now} > l.lease_us)
                    AND l.paused_us = 0
                  RETURNING l.election, l.epoch, l.granted_us),
                former AS (
                  UPDATE {history} h SET ended_us = won.granted_us, reason = 'EXPIRED' FROM won
                  WHERE h.cluster = :cluster AND h.election = won.election AND h.epoch < won.epoch
                    AND h.ended_us IS NULL),
                opened AS (
                  INSERT INTO {history} (cluster, election, epoch, owner, granted_us)
                  SELECT :cluster, won.election, won.epoch, :me, won.granted_us FROM won)
                UPDATE {term} t SET epoch = won.epoch FROM won
                WHERE t.cluster = :cluster AND t.election = won.election
                RETURNING t.election
                """);
    }

    Set<ElectionName> on(Connection connection, List<Bid> bids) throws SQLException {
        try (Sql.Call call = take.on(connection)) {
            return new HashSet<>(call.tuned(Kept::of)
                    .with("elections", Postgres.texts(connection, bids, Bid::election))
                    .with("seenEpochs", Postgres.numbers(connection, bids, Bid::seenEpoch))
                    .with("seenRenewals", Postgres.numbers(connection, bids, Bid::seenRenewals))
                    .with(
                            "epochs",
                            Postgres.numbers(
                                    connection, bids, bid -> bid.token().value()))
                    .with("nonces", Postgres.texts(connection, bids, Bid::nonce))
                    .with("observed", Postgres.numbers(connection, bids, bid -> bid.observed() ? 1L : 0L))
                    .with("cluster", session.cluster().value())
                    .with("me", session.self().toString())
                    .with("node", session.self().name().value())
                    .with("lease", session.lease().toNanos() / 1000)
                    .list(row -> new ElectionName(row.getString(1))));
        }
    }
}
