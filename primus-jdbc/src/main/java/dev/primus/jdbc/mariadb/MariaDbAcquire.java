package dev.primus.jdbc.mariadb;

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
 * Takes over what is free: one statement changes lease and term, and the history follows in the same transaction. The new
 * epoch comes from the bid and no assignment reads a column, because these databases assign from left to right and
 * {@code epoch + 1} in two tables gave two different numbers.
 */
final class MariaDbAcquire {
    private static final String WON = "JSON_TABLE(:won, '$[*]' COLUMNS (election {text190} PATH '$[0]')) r";

    private final Sql take;
    private final Sql winners;
    private final Sql closeFormer;
    private final Sql openTerm;
    private final StoreSession session;

    MariaDbAcquire(Words words, Tables tables, StoreSession session) {
        this.session = session;
        this.take = words.sql(tables, new Change("""
                        JSON_TABLE(:bids, '$[*]' COLUMNS (election {text190} PATH '$[0]',
                          seen_epoch BIGINT PATH '$[1]', seen_renewals BIGINT PATH '$[2]', epoch BIGINT PATH '$[3]',
                          nonce {text} PATH '$[4]', observed BIGINT PATH '$[5]'))""", """
                        STRAIGHT_JOIN {term} t ON t.cluster = :cluster AND t.election = r.election
                        STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election""", "t, l", """
                        t.epoch = r.epoch, l.epoch = r.epoch, l.status = 1, l.owner = :me, l.nonce = r.nonce,
                          l.renewals = 0, l.expires_us = {now} + :lease, l.lease_us = :lease, l.clock_id = {clock},
                          l.granted_us = {now}, l.updated_us = {now}, l.batch = '', l.heir = '',
                          l.heir_until_us = 0""", """
                        l.epoch = r.seen_epoch AND l.renewals = r.seen_renewals AND r.epoch > l.epoch
                          AND r.epoch > (SELECT CAST(value AS SIGNED) FROM {meta} WHERE name = 'lineage')
                            * 281474976710656
                          AND (l.owner = '' OR l.expires_us <= {now} OR r.observed = 1)
                          AND (l.heir = '' OR l.heir = :node OR l.heir_until_us <= {now} OR l.clock_id <> {clock}
                               OR l.heir_until_us - {now} > l.lease_us)
                          AND l.paused_us = 0"""));
        this.winners = words.sql(tables, """
                SELECT l.election FROM JSON_TABLE(:bids, '$[*]' COLUMNS (election {text190} PATH '$[0]',
                  epoch BIGINT PATH '$[3]', nonce {text} PATH '$[4]')) r
                STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election
                WHERE l.owner = :me AND l.epoch = r.epoch AND l.nonce = r.nonce
                """);
        this.closeFormer = words.sql(tables, """
                UPDATE %s STRAIGHT_JOIN {history} h ON h.cluster = :cluster AND h.election = r.election
                SET h.ended_us = {now}, h.reason = 'EXPIRED' WHERE h.ended_us IS NULL
                """.formatted(WON));
        this.openTerm = words.sql(tables, """
                INSERT INTO {history} (cluster, election, epoch, owner, granted_us)
                SELECT l.cluster, l.election, l.epoch, l.owner, l.granted_us
                FROM %s STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election
                """.formatted(WON));
    }

    Set<ElectionName> on(Connection connection, List<Bid> bids) throws SQLException {
        return Transaction.ORDINARY.on(connection, c -> {
            String rows = JsonRows.of(bids, MariaDbAcquire::columns);
            int changed;
            try (Sql.Call call = take.on(c)) {
                changed = call.with("bids", rows)
                        .with("cluster", session.cluster().value())
                        .with("me", session.self().toString())
                        .with("node", session.self().name().value())
                        .with("lease", session.lease().toNanos() / 1000)
                        .update();
            }
            if (changed == 0) {
                return Set.of();
            }
            Set<ElectionName> won = winners(c, rows);
            String names = JsonRows.of(List.copyOf(won), name -> new Object[] {name});
            for (Sql statement : List.of(closeFormer, openTerm)) {
                try (Sql.Call call = statement.on(c)) {
                    call.with("won", names)
                            .with("cluster", session.cluster().value())
                            .update();
                }
            }
            return won;
        });
    }

    private Set<ElectionName> winners(Connection connection, String rows) throws SQLException {
        try (Sql.Call call = winners.on(connection)) {
            return new HashSet<>(call.with("bids", rows)
                    .with("cluster", session.cluster().value())
                    .with("me", session.self().toString())
                    .list(row -> new ElectionName(row.getString(1))));
        }
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
