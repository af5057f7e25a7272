package dev.primus.jdbc.sqlite;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes over what is free: lease, term and history change in one transaction. (The batch is materialized and says the
 * cluster in each row, so that SQLite goes through the batch and finds rows by their key. Given the cluster apart, it
 * would go through the cluster and read the whole batch again for each row.)
 *
 * <p>The last way to be free (a lease that would run longer than it was made for) can only be seen if the row was stamped
 * by a clock with another origin. Nobody bids for such a row before having watched it for a full lease, and a renewal in
 * the meantime makes the bid fail.
 */
final class SqliteAcquire {
    private final Sql take;
    private final Sql raiseTerm;
    private final Sql closeFormer;
    private final Sql openTerm;
    private final HostClock clock;
    private final StoreSession session;

    SqliteAcquire(Tables tables, HostClock clock, StoreSession session) {
        this.clock = clock;
        this.session = session;
        this.take = Sql.of(tables, """
                WITH bid AS MATERIALIZED (
                  SELECT :cluster AS cluster, value->>0 AS election, value->>1 AS seen_epoch,
                         value->>2 AS seen_renewals, value->>3 AS epoch, value->>4 AS nonce, value->>5 AS observed
                  FROM json_each(:bids))
                UPDATE {lease} SET status = 1, owner = :me, nonce = bid.nonce, epoch = bid.epoch, renewals = 0,
                  expires_us = :now + :lease, lease_us = :lease, stamped_us = :now, wall_us = :wall, clock_id = :boot,
                  granted_us = :wall, updated_us = :wall, heir = '', heir_until_us = 0
                FROM bid
                WHERE {lease}.cluster = bid.cluster AND {lease}.election = bid.election
                  AND {lease}.epoch = bid.seen_epoch AND {lease}.renewals = bid.seen_renewals
                  AND bid.epoch > {lease}.epoch
                  AND bid.epoch > (SELECT CAST(value AS INTEGER) FROM {meta} WHERE name = 'lineage') * 281474976710656
                  AND (owner = '' OR clock_id <> :boot OR expires_us <= :now OR expires_us - :now > lease_us + :margin
                       OR bid.observed = 1)
                  AND (heir = '' OR heir = :node OR clock_id <> :boot OR heir_until_us <= :now
                       OR heir_until_us - :now > lease_us)
                  AND paused_us = 0
                  AND EXISTS (SELECT 1 FROM {term} t WHERE t.cluster = bid.cluster AND t.election = bid.election)
                RETURNING election
                """);
        this.raiseTerm = Sql.of(tables, """
                UPDATE {term} SET epoch = l.epoch FROM {lease} l
                WHERE {term}.cluster = :cluster AND {term}.election IN (SELECT value->>0 FROM json_each(:won))
                  AND l.cluster = {term}.cluster AND l.election = {term}.election
                """);
        this.closeFormer = Sql.of(tables, """
                UPDATE {history} SET ended_us = :wall, reason = 'EXPIRED'
                WHERE cluster = :cluster AND ended_us IS NULL
                  AND election IN (SELECT value->>0 FROM json_each(:won))
                """);
        this.openTerm = Sql.of(tables, """
                INSERT INTO {history} (cluster, election, epoch, owner, granted_us, ended_us, reason)
                SELECT cluster, election, epoch, owner, granted_us, NULL, ''
                FROM {lease} WHERE cluster = :cluster AND election IN (SELECT value->>0 FROM json_each(:won))
                """);
    }

    Set<ElectionName> on(Connection connection, List<Bid> bids) throws SQLException {
        return Transaction.IMMEDIATE.on(connection, c -> {
            HostClock.Reading now = clock.read();
            List<String> won;
            try (Sql.Call call = take.on(c)) {
                won = call.with("bids", JsonRows.of(bids, SqliteAcquire::columns))
                        .with("cluster", session.cluster().value())
                        .with("me", session.self().toString())
                        .with("node", session.self().name().value())
                        .with("lease", session.lease().toNanos() / 1000)
                        .with("margin", session.margin().toNanos() / 1000)
                        .with("now", now.monotonic())
                        .with("wall", now.wall())
                        .with("boot", clock.bootId())
                        .list(row -> row.getString(1));
            }
            if (!won.isEmpty()) {
                String names = JsonRows.of(won, name -> new Object[] {name});
                for (Sql statement : List.of(raiseTerm, closeFormer, openTerm)) {
                    try (Sql.Call call = statement.on(c)) {
                        call.with("won", names)
                                .with("cluster", session.cluster().value())
                                .withIfUsed("wall", now.wall())
                                .update();
                    }
                }
            }
            Set<ElectionName> names = new HashSet<>();
            won.forEach(name -> names.add(new ElectionName(name)));
            return names;
        });
    }

    private static Object[] columns(Bid bid) {
        return new Object[] {
            bid.election(),
            bid.seenEpoch(),
            bid.seenRenewals(),
            bid.token().value(),
            bid.nonce(),
            bid.observed() ? 1 : 0
        };
    }
}
