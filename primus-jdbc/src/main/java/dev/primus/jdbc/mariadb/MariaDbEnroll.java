package dev.primus.jdbc.mariadb;

import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.JsonRows;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes missing rows and notes who takes part. A row that somebody deleted comes back with the highest number that its
 * term or its history still knows. Rows that exist are left out by reading, since an INSERT would lock them for a moment
 * and be in the way of a renewal. Each step can be repeated, so they need no common transaction.
 */
final class MariaDbEnroll {
    private static final String ROWS = """
            JSON_TABLE(:rows, '$[*]' COLUMNS (election {text190} PATH '$[0]', part {text} PATH '$[1]')) r
            """;

    private final Sql term;
    private final Sql lease;
    private final Sql candidate;
    private final Sql beat;
    private final StoreSession session;

    MariaDbEnroll(Words words, Tables tables, StoreSession session) {
        this.session = session;
        this.term = words.sql(tables, """
                INSERT IGNORE INTO {term} (cluster, election, epoch)
                SELECT :cluster, r.election, GREATEST(
                  COALESCE((SELECT l.epoch FROM {lease} l WHERE l.cluster = :cluster AND l.election = r.election), 0),
                  COALESCE((SELECT MAX(h.epoch) FROM {history} h
                            WHERE h.cluster = :cluster AND h.election = r.election), 0))
                FROM %s LEFT JOIN {term} t ON t.cluster = :cluster AND t.election = r.election
                WHERE t.election IS NULL
                """.formatted(ROWS));
        this.lease = words.sql(tables, """
                INSERT IGNORE INTO {lease} (cluster, election, epoch, lease_us, clock_id, created_us, updated_us)
                SELECT t.cluster, t.election, t.epoch, :lease, {clock}, {now}, {now}
                FROM %s STRAIGHT_JOIN {term} t ON t.cluster = :cluster AND t.election = r.election
                LEFT JOIN {lease} l ON l.cluster = t.cluster AND l.election = t.election
                WHERE l.election IS NULL
                """.formatted(ROWS));
        this.candidate = words.sql(tables, """
                INSERT INTO {candidate} (cluster, election, node, incarnation, part)
                SELECT :cluster, r.election, :node, :incarnation, r.part FROM %s
                ON DUPLICATE KEY UPDATE part = r.part
                """.formatted(ROWS));
        this.beat = words.sql(tables, """
                INSERT INTO {node} (cluster, node, incarnation, started_us, seen_us, lapse_us)
                VALUES (:cluster, :node, :incarnation, {now}, {now}, :lease)
                ON DUPLICATE KEY UPDATE seen_us = {now}, lapse_us = :lease
                """);
    }

    /** Shows a sign of life first: housekeeping would take a candidate without one for a leftover. */
    void on(Connection connection, List<Enrolment> enrolments) throws SQLException {
        String rows = JsonRows.of(enrolments, item -> new Object[] {item.election(), item.part()});
        beat(connection);
        for (Sql statement : stepsFor(enrolments)) {
            try (Sql.Call call = statement.on(connection)) {
                bind(call.with("rows", rows)).update();
            }
        }
    }

    /** Who only leaves needs no rows of the election, and wants to be gone. */
    private List<Sql> stepsFor(List<Enrolment> enrolments) {
        boolean allLeave = enrolments.stream().allMatch(one -> one.part() == Enrolment.Part.GONE);
        return allLeave ? List.of(candidate) : List.of(term, lease, candidate);
    }

    /** Shows that this process is alive. */
    void beat(Connection connection) throws SQLException {
        try (Sql.Call call = beat.on(connection)) {
            bind(call).update();
        }
    }

    private Sql.Call bind(Sql.Call call) throws SQLException {
        return call.with("cluster", session.cluster().value())
                .withIfUsed("node", session.self().name().value())
                .withIfUsed("incarnation", session.self().incarnation())
                .withIfUsed("lease", session.lease().toNanos() / 1000);
    }
}
