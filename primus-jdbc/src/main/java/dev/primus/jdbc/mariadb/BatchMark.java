package dev.primus.jdbc.mariadb;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mark that a batch leaves in each row it changes, since these databases have no UPDATE … RETURNING: if the count
 * says that not all rows were changed, the mark says which.
 */
final class BatchMark {
    private static final int PREFIX = 20;

    private final Sql read;
    private final StoreSession session;
    private final String prefix;
    private final AtomicLong batches = new AtomicLong();

    BatchMark(Words words, Tables tables, StoreSession session) {
        this.session = session;
        this.prefix = Fingerprint.of(session.self().toString()).substring(0, PREFIX);
        this.read = words.sql(tables, """
                SELECT l.election FROM JSON_TABLE(:rows, '$[*]' COLUMNS (election {text190} PATH '$[0]')) r
                STRAIGHT_JOIN {lease} l ON l.cluster = :cluster AND l.election = r.election
                WHERE l.batch = :batch
                """);
    }

    String next() {
        return prefix + "-" + Long.toString(batches.incrementAndGet(), Character.MAX_RADIX);
    }

    Set<ElectionName> changed(Connection connection, String batch, Collection<ElectionName> all, int count)
            throws SQLException {
        if (count == all.size()) {
            return new HashSet<>(all);
        }
        if (count == 0) {
            return Set.of();
        }
        try (Sql.Call call = read.on(connection)) {
            return new HashSet<>(call.with("rows", JsonRows.of(List.copyOf(all), name -> new Object[] {name}))
                    .with("cluster", session.cluster().value())
                    .with("batch", batch)
                    .list(row -> new ElectionName(row.getString(1))));
        }
    }
}
