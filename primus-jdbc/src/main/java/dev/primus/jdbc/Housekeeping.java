package dev.primus.jdbc;

import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Keeps the tables small. A lease row is never deleted here, since its number must outlive it: it is only marked, and an
 * acquisition clears the mark.
 */
final class Housekeeping {
    private final Sql mark;
    private final Sql tooLong;
    private final Sql trim;
    private final Sql forgetCandidates;
    private final Sql forgetNodes;
    private final int termsKept;
    private final Duration silence;

    Housekeeping(Tables tables, int termsKept, Duration silence) {
        this.termsKept = termsKept;
        this.silence = silence;
        this.mark = Sql.of(tables, "UPDATE {lease} SET status = 2 WHERE status <> 2 AND updated_us < :before");
        this.tooLong = Sql.of(tables, """
                SELECT cluster, election, max(epoch) AS newest FROM {history}
                GROUP BY cluster, election HAVING count(*) > :kept
                """);
        this.trim = Sql.of(tables, """
                DELETE FROM {history} WHERE cluster = :cluster AND election = :election AND epoch <= (
                  SELECT oldest FROM (
                    SELECT epoch AS oldest FROM {history} WHERE cluster = :cluster AND election = :election
                    ORDER BY epoch DESC LIMIT 1 OFFSET :kept) AS cut)
                """);
        this.forgetCandidates = Sql.of(tables, """
                DELETE FROM {candidate} WHERE NOT EXISTS (
                  SELECT 1 FROM {node} n WHERE n.cluster = {candidate}.cluster AND n.node = {candidate}.node
                    AND n.incarnation = {candidate}.incarnation AND n.seen_us >= :before)
                AND NOT EXISTS (
                  SELECT 1 FROM {lease} l WHERE l.cluster = {candidate}.cluster AND l.election = {candidate}.election
                    AND l.status = 1 AND l.owner = concat({candidate}.node, '#', {candidate}.incarnation))
                """);
        this.forgetNodes = Sql.of(tables, """
                DELETE FROM {node} WHERE seen_us < :before AND NOT EXISTS (
                  SELECT 1 FROM {candidate} c WHERE c.cluster = {node}.cluster AND c.node = {node}.node
                    AND c.incarnation = {node}.incarnation)
                """);
    }

    JdbcAdmin.Tidied on(Connection connection, long nowMicros) throws SQLException {
        long before = nowMicros - silence.toNanos() / 1000;
        int marked = change(connection, mark, before);
        int trimmed = 0;
        for (Election grown : grown(connection)) {
            trimmed += trim(connection, grown);
        }
        change(connection, forgetCandidates, before);
        int nodes = change(connection, forgetNodes, before);
        return new JdbcAdmin.Tidied(marked, trimmed, nodes);
    }

    private record Election(String cluster, String name) {}

    private List<Election> grown(Connection connection) throws SQLException {
        try (Sql.Call call = tooLong.on(connection)) {
            return call.with("kept", termsKept).list(row -> new Election(row.getString(1), row.getString(2)));
        }
    }

    private int trim(Connection connection, Election election) throws SQLException {
        try (Sql.Call call = trim.on(connection)) {
            return call.with("cluster", election.cluster())
                    .with("election", election.name())
                    .with("kept", termsKept)
                    .update();
        }
    }

    private static int change(Connection connection, Sql statement, long before) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return call.with("before", before).update();
        }
    }
}
