package dev.primus.jdbc.sqlite;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Parting;
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

/** Gives leases back, closes their terms in the history and counts the release, which is what standbys listen for. */
final class SqliteRelease {
    private static final String PARTINGS = """
            WITH parting AS MATERIALIZED (
              SELECT :cluster AS cluster, value->>0 AS election, value->>1 AS epoch, value->>2 AS nonce,
                     value->>3 AS reason, value->>4 AS heir FROM json_each(:partings))
            """;

    private final Sql free;
    private final Sql closeTerm;
    private final Sql count;
    private final HostClock clock;
    private final StoreSession session;

    SqliteRelease(Tables tables, HostClock clock, StoreSession session) {
        this.clock = clock;
        this.session = session;
        this.free = Sql.of(tables, PARTINGS + """
                UPDATE {lease} SET status = 0, owner = '', nonce = '', renewals = -1, expires_us = 0, updated_us = :wall,
                  heir = parting.heir, heir_until_us = iif(parting.heir = '', 0, :now + :window), clock_id = :boot
                FROM parting
                WHERE {lease}.cluster = parting.cluster AND {lease}.election = parting.election AND owner = :me
                  AND {lease}.epoch = parting.epoch AND {lease}.nonce = parting.nonce
                RETURNING election
                """);
        this.closeTerm = Sql.of(tables, PARTINGS + """
                UPDATE {history} SET ended_us = :wall, reason = parting.reason
                FROM parting
                WHERE {history}.cluster = parting.cluster AND {history}.election = parting.election
                  AND {history}.epoch = parting.epoch AND ended_us IS NULL
                """);
        this.count = Sql.of(tables, """
                INSERT INTO {meta} (name, value) VALUES (:counter, '1')
                ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1
                """);
    }

    Set<ElectionName> on(Connection connection, List<Parting> partings) throws SQLException {
        return Transaction.IMMEDIATE.on(connection, c -> {
            HostClock.Reading now = clock.read();
            Set<ElectionName> freed;
            try (Sql.Call call = free.on(c)) {
                freed = new HashSet<>(call.with("partings", JsonRows.of(partings, SqliteRelease::columns))
                        .with("cluster", session.cluster().value())
                        .with("me", session.self().toString())
                        .with("window", session.heirWindow().toNanos() / 1000)
                        .with("now", now.monotonic())
                        .with("wall", now.wall())
                        .with("boot", clock.bootId())
                        .list(row -> new ElectionName(row.getString(1))));
            }
            if (!freed.isEmpty()) {
                List<Parting> done = partings.stream()
                        .filter(parting -> freed.contains(parting.election()))
                        .toList();
                try (Sql.Call call = closeTerm.on(c)) {
                    call.with("partings", JsonRows.of(done, SqliteRelease::columns))
                            .with("cluster", session.cluster().value())
                            .with("wall", now.wall())
                            .update();
                }
                try (Sql.Call call = count.on(c)) {
                    call.with("counter", ReleaseCounter.nameFor(session.cluster()))
                            .update();
                }
            }
            return freed;
        });
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
