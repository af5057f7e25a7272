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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The books of a cluster, for those who only read. Safe for use by several threads, one at a time. */
public final class Books implements Ledger {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** A node that was silent for longer than this many of its leases is taken to be gone. */
    private static final int LEASES_OF_SILENCE = 3;

    private final Dialect dialect;
    private final Tables tables;
    private final ClusterName cluster;
    private final Line line;
    private final Sql latest;
    private final Sql history;
    private final Sql candidates;

    public Books(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.dialect = dialect;
        this.tables = tables;
        this.cluster = cluster;
        this.line = lines.line("ledger");
        this.latest = Sql.of(tables, """
                SELECT h.election, h.owner, h.epoch, h.granted_us, h.ended_us, h.reason
                FROM {lease} l
                JOIN {history} h ON h.cluster = l.cluster AND h.election = l.election AND h.epoch = l.epoch
                WHERE l.cluster = :cluster AND l.election BETWEEN :first AND :last
                ORDER BY h.election
                """);
        this.history = Sql.of(tables, """
                SELECT election, owner, epoch, granted_us, ended_us, reason FROM {history}
                WHERE cluster = :cluster AND election = :election ORDER BY epoch DESC LIMIT :most
                """);
        this.candidates = Sql.of(tables, """
                SELECT c.election, c.node, c.incarnation, c.part, n.seen_us, n.lapse_us
                FROM {candidate} c
                LEFT JOIN {node} n ON n.cluster = c.cluster AND n.node = c.node AND n.incarnation = c.incarnation
                WHERE c.cluster = :cluster AND c.election BETWEEN :first AND :last
                ORDER BY c.election, c.node, c.incarnation
                """);
    }

    @Override
    public List<Sighting> elections() {
        return ask("the elections", connection -> dialect.lookAtAll(connection, tables, cluster));
    }

    @Override
    public List<TermRecord> latest(List<ElectionName> elections) {
        return Span.of(elections)
                .map(span -> ask("the latest terms", connection -> {
                    try (Sql.Call call = latest.on(connection)) {
                        return span.only(TermRecord::election, in(span, call).list(Books::term));
                    }
                }))
                .orElse(List.of());
    }

    @Override
    public List<TermRecord> history(ElectionName election, int most) {
        return ask("the history", connection -> {
            try (Sql.Call call = history.on(connection)) {
                return call.with("cluster", cluster.value())
                        .with("election", election.value())
                        .with("most", most)
                        .list(Books::term);
            }
        });
    }

    @Override
    public List<CandidateRecord> candidates(List<ElectionName> elections) {
        return Span.of(elections)
                .map(span -> ask("the candidates", connection -> {
                    Map<ElectionName, Sighting> rows =
                            Sightings.byElection(dialect.lookAtAll(connection, tables, cluster));
                    long now = dialect.wallMicros(connection);
                    try (Sql.Call call = candidates.on(connection)) {
                        return span.only(
                                CandidateRecord::election, in(span, call).list(found -> candidate(found, rows, now)));
                    }
                }))
                .orElse(List.of());
    }

    private Sql.Call in(Span span, Sql.Call call) throws SQLException {
        return call.with("cluster", cluster.value())
                .with("first", span.first().value())
                .with("last", span.last().value());
    }

    @Override
    public void close() {
        line.close();
    }

    private static TermRecord term(ResultSet row) throws SQLException {
        long ended = row.getLong("ended_us");
        Instant end = row.wasNull() ? null : Sightings.instant(ended);
        String reason = row.getString("reason");
        return new TermRecord(
                new ElectionName(row.getString("election")),
                Term.of(NodeId.parse(row.getString("owner")), row.getLong("epoch")),
                Sightings.instant(row.getLong("granted_us")),
                end,
                reason == null || reason.isEmpty() ? null : LossReason.valueOf(reason));
    }

    private static CandidateRecord candidate(ResultSet row, Map<ElectionName, Sighting> rows, long now)
            throws SQLException {
        ElectionName election = new ElectionName(row.getString("election"));
        Sighting seen = rows.get(election);
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
