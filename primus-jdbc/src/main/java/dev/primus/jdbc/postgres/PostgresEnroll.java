package dev.primus.jdbc.postgres;

import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes missing rows and notes who takes part. A row that somebody deleted comes back with the highest number that its
 * term or its history still knows. Each step can be repeated, so they need no common transaction.
 */
final class PostgresEnroll {
    private final Sql term;
    private final Sql lease;
    private final Sql candidate;
    private final StoreSession session;

    PostgresEnroll(Tables tables, StoreSession session) {
        this.session = session;
        this.term = Postgres.sql(tables, """
                INSERT INTO {term} (cluster, election, epoch)
                SELECT :cluster, e.election, GREATEST(0,
                  (SELECT l.epoch FROM {lease} l WHERE l.cluster = :cluster AND l.election = e.election),
                  (SELECT max(h.epoch) FROM {history} h WHERE h.cluster = :cluster AND h.election = e.election))
                FROM unnest(:elections) AS e (election)
                ON CONFLICT (cluster, election) DO NOTHING
                """);
        this.lease = Postgres.sql(tables, """
                INSERT INTO {lease} (cluster, election, epoch, lease_us, clock_id, created_us, updated_us)
                SELECT t.cluster, t.election, t.epoch, :lease, {clock}, {now}, {now}
                FROM {term} t WHERE t.cluster = :cluster AND t.election = ANY (:elections)
                ON CONFLICT (cluster, election) DO NOTHING
                """);
        this.candidate = Postgres.sql(tables, """
                WITH beat AS (
                  INSERT INTO {node} (cluster, node, incarnation, started_us, seen_us, lapse_us)
                  VALUES (:cluster, :node, :incarnation, {now}, {now}, :lease)
                  ON CONFLICT (cluster, node, incarnation)
                  DO UPDATE SET seen_us = excluded.seen_us, lapse_us = excluded.lapse_us)
                INSERT INTO {candidate} (cluster, election, node, incarnation, part)
                SELECT :cluster, e.election, :node, :incarnation, e.part
                FROM unnest(:elections, :parts) AS e (election, part)
                ON CONFLICT (cluster, election, node, incarnation) DO UPDATE SET part = excluded.part
                """);
    }

    void on(Connection connection, List<Enrolment> enrolments) throws SQLException {
        for (Sql statement : stepsFor(enrolments)) {
            try (Sql.Call call = statement.on(connection)) {
                call.with("elections", Postgres.texts(connection, enrolments, Enrolment::election))
                        .withIfUsed("parts", Postgres.texts(connection, enrolments, Enrolment::part))
                        .with("cluster", session.cluster().value())
                        .withIfUsed("node", session.self().name().value())
                        .withIfUsed("incarnation", session.self().incarnation())
                        .withIfUsed("lease", session.lease().toNanos() / 1000)
                        .update();
            }
        }
    }

    /** Who only leaves needs no rows of the election, and wants to be gone. */
    private List<Sql> stepsFor(List<Enrolment> enrolments) {
        boolean allLeave = enrolments.stream().allMatch(one -> one.part() == Enrolment.Part.GONE);
        return allLeave ? List.of(candidate) : List.of(term, lease, candidate);
    }
}
