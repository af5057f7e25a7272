package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.TermRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The books of a cluster, for those who only read. Safe for use by several threads, one at a time. */
public final class Books implements Ledger {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** A node that was silent for longer than this many of its leases is taken to be gone. */
    private static final int LEASES_OF_SILENCE = 3;

    private final Dialect dialect;
    private final Tables tables;
    private final ClusterName cluster;
    private final Line line;
    private final Sql history;
    private final Sql candidates;

    public Books(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.dialect = dialect;
        this.tables = tables;
        this.cluster = cluster;
        this.line = lines.line("ledger");
        this.history = Sql.of(tables, """
                SELECT owner, epoch, granted_us, ended_us, reason FROM {history}
                WHERE cluster = :cluster AND election = :election ORDER BY epoch DESC LIMIT :most
                """);
        this.candidates = Sql.of(tables, """
                SELECT c.node, c.incarnation, c.part, n.seen_us, n.lapse_us
                FROM {candidate} c
                LEFT JOIN {node} n ON n.cluster = c.cluster AND n.node = c.node AND n.incarnation = c.incarnation
                WHERE c.cluster = :cluster AND c.election = :election
                ORDER BY c.node, c.incarnation
                """);
    }

    @Override
    public List<Sighting> elections() {
        return ask("the elections", connection -> dialect.lookAtAll(connection, tables, cluster));
    }

    @Override
    public List<TermRecord> history(ElectionName election, int most) {
        return ask("the history", connection -> {
            try (Sql.Call call = history.on(connection)) {
                return call.with("cluster", cluster.value())
                        .with("election", election.value())
                        .with("most", most)
                        .list(row -> term(election, row));
            }
        });
    }

    @Override
    public List<CandidateRecord> candidates(ElectionName election) {
        return ask("the candidates", connection -> {
            Sighting row = sighting(connection, election);
            long now = dialect.wallMicros(connection);
            try (Sql.Call call = candidates.on(connection)) {
                return call.with("cluster", cluster.value())
                        .with("election", election.value())
                        .list(found -> candidate(election, found, row, now));
            }
        });
    }

    @Override
    public void close() {
        line.close();
    }

    private @Nullable Sighting sighting(Connection connection, ElectionName election) throws SQLException {
        for (Sighting seen : dialect.lookAtAll(connection, tables, cluster)) {
            if (seen.election().equals(election)) {
                return seen;
            }
        }
        return null;
    }

    private static TermRecord term(ElectionName election, ResultSet row) throws SQLException {
        long ended = row.getLong("ended_us");
        Instant end = row.wasNull() ? null : Sightings.instant(ended);
        String reason = row.getString("reason");
        return new TermRecord(
                election,
                Term.of(NodeId.parse(row.getString("owner")), row.getLong("epoch")),
                Sightings.instant(row.getLong("granted_us")),
                end,
                reason == null || reason.isEmpty() ? null : LossReason.valueOf(reason));
    }

    private static CandidateRecord candidate(ElectionName election, ResultSet row, @Nullable Sighting seen, long now)
            throws SQLException {
        NodeId node = NodeId.of(row.getString("node"), row.getString("incarnation"));
        Enrolment.Part part = Enrolment.Part.valueOf(row.getString("part"));
        Duration silent = Sightings.micros(Math.max(0, now - row.getLong("seen_us")));
        Duration lapse = Sightings.micros(row.getLong("lapse_us"));
        if (seen != null && seen.isLive() && node.equals(seen.holder())) {
            Duration sinceRenewal = seen.lease().minus(seen.remaining());
            Duration shown = sinceRenewal.compareTo(silent) < 0 ? sinceRenewal : silent;
            return new CandidateRecord(election, node, part, shown.isNegative() ? Duration.ZERO : shown, true);
        }
        boolean heard = silent.compareTo(lapse.multipliedBy(LEASES_OF_SILENCE)) <= 0;
        return new CandidateRecord(election, node, part, silent, heard && part != Enrolment.Part.GONE);
    }

    private <R> R ask(String what, Line.Work<R> work) {
        try {
            return line.call(Deadline.in(PATIENCE), work);
        } catch (SQLException e) {
            throw new StoreException(
                    "cannot read %s of cluster '%s': %s".formatted(what, cluster, Masked.text(e)), Masked.copy(e));
        }
    }
}
