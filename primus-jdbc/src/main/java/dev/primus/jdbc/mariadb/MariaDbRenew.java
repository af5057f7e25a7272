package dev.primus.jdbc.mariadb;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Extends all leases of this process in one statement, and reads which if not all were extended. */
final class MariaDbRenew {
    private final Sql extend;
    private final BatchMark mark;
    private final StoreSession session;

    MariaDbRenew(Words words, Tables tables, StoreSession session, BatchMark mark) {
        this.mark = mark;
        this.session = session;
        this.extend = words.sql(
                tables,
                new Change(
                        """
                        JSON_TABLE(:holds, '$[*]' COLUMNS (election {text190} PATH '$[0]', epoch BIGINT PATH '$[1]',
                          nonce {text} PATH '$[2]'))""",
                        "STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election",
                        "l",
                        """
                        l.renewals = l.renewals + 1, l.expires_us = {now} + :lease, l.lease_us = :lease,
                          l.clock_id = {clock}, l.updated_us = {now}, l.batch = :batch""",
                        "l.owner = :me AND l.epoch = r.epoch AND l.nonce = r.nonce AND l.expires_us > {now}"));
    }

    Set<ElectionName> on(Connection connection, List<Hold> holds) throws SQLException {
        String batch = mark.next();
        int count;
        try (Sql.Call call = extend.on(connection)) {
            count = call.with("holds", JsonRows.of(holds, MariaDbRenew::columns))
                    .with("cluster", session.cluster().value())
                    .with("me", session.self().toString())
                    .with("lease", session.lease().toNanos() / 1000)
                    .with("batch", batch)
                    .update();
        }
        return mark.changed(
                connection, batch, holds.stream().map(Hold::election).toList(), count);
    }

    private static Object[] columns(Hold hold) {
        return new Object[] {hold.election(), hold.token().value(), hold.nonce()};
    }
}
