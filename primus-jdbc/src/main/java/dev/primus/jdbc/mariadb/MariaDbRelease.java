package dev.primus.jdbc.mariadb;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Gives leases back and closes their terms in the history. */
final class MariaDbRelease {
    private final Sql free;
    private final Sql closeTerm;
    private final BatchMark mark;
    private final StoreSession session;

    MariaDbRelease(Words words, Tables tables, StoreSession session, BatchMark mark) {
        this.mark = mark;
        this.session = session;
        this.free = words.sql(
                tables,
                new Change(
                        """
                        JSON_TABLE(:partings, '$[*]' COLUMNS (election {text190} PATH '$[0]', epoch BIGINT PATH '$[1]',
                          nonce {text} PATH '$[2]', heir {text} PATH '$[4]'))""",
                        "STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election",
                        "l",
                        """
                        l.status = 0, l.owner = '', l.nonce = '', l.renewals = -1, l.expires_us = 0, l.clock_id = {clock},
                          l.heir = r.heir, l.heir_until_us = IF(r.heir = '', 0, {now} + :window), l.updated_us = {now},
                          l.batch = :batch""",
                        "l.owner = :me AND l.epoch = r.epoch AND l.nonce = r.nonce"));
        this.closeTerm = words.sql(tables, """
                UPDATE JSON_TABLE(:partings, '$[*]' COLUMNS (election {text190} PATH '$[0]', epoch BIGINT PATH '$[1]',
                  reason {text} PATH '$[3]')) r
                STRAIGHT_JOIN {history} h ON h.cluster = :cluster AND h.election = r.election AND h.epoch = r.epoch
                SET h.ended_us = {now}, h.reason = r.reason WHERE h.ended_us IS NULL
                """);
    }

    Set<ElectionName> on(Connection connection, List<Parting> partings) throws SQLException {
        return Transaction.ORDINARY.on(connection, c -> {
            String batch = mark.next();
            int count;
            try (Sql.Call call = free.on(c)) {
                count = call.with("partings", JsonRows.of(partings, MariaDbRelease::columns))
                        .with("cluster", session.cluster().value())
                        .with("me", session.self().toString())
                        .with("window", session.heirWindow().toNanos() / 1000)
                        .with("batch", batch)
                        .update();
            }
            Set<ElectionName> freed = mark.changed(
                    c, batch, partings.stream().map(Parting::election).toList(), count);
            if (!freed.isEmpty()) {
                close(
                        c,
                        partings.stream()
                                .filter(parting -> freed.contains(parting.election()))
                                .toList());
            }
            return freed;
        });
    }

    private void close(Connection connection, List<Parting> freed) throws SQLException {
        try (Sql.Call call = closeTerm.on(connection)) {
            call.with("partings", JsonRows.of(freed, MariaDbRelease::columns))
                    .with("cluster", session.cluster().value())
                    .update();
        }
    }

    private static Object[] columns(Parting parting) {
        return new Object[] {
            parting.election(),
            parting.hold().token().value(),
            parting.hold().nonce(),
            parting.reason().name(),
            parting.heir() == null ? "" : parting.heir()
        };
    }
}
