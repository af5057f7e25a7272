package dev.primus.jdbc;

import dev.primus.Leadership;
import dev.primus.core.ClusterName;
import dev.primus.guard.Claim;
import dev.primus.jdbc.guard.FenceRow;
import dev.primus.jdbc.guard.JdbcGuards;
import dev.primus.jdbc.guard.Write;
import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Line;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a coordinator's polls. A due time has one row only, and what a former coordinator writes is refused by a
 * fence row of its election. Safe for use from any thread.
 */
public final class JdbcPolls implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Tables tables;
    private final ClusterName cluster;
    private final JdbcGuards guards;
    private final String resource;
    private final Line line;
    private final Sql latest;
    private @Nullable FenceRow fence;

    JdbcPolls(Tables tables, ClusterName cluster, JdbcGuards guards, String resource, Lines lines) {
        this.tables = tables;
        this.cluster = cluster;
        this.guards = guards;
        this.resource = resource;
        this.line = lines.line("polls");
        this.latest = Sql.of(tables, """
                SELECT schedule, due_us, state, token, node, started_us, ended_us, outcome FROM {poll}
                WHERE cluster = :cluster AND schedule = :schedule ORDER BY due_us DESC LIMIT :most
                """);
    }

    private synchronized FenceRow fence() {
        FenceRow made = fence;
        if (made == null) {
            made = guards.fence(resource);
            fence = made;
        }
        return made;
    }

    /** Closes the table to former coordinators; what is read after that is final for their terms. */
    public void raise(Leadership leadership) throws SQLException, InterruptedException {
        fence().raise(leadership);
    }

    /**
     * Writes all of it or nothing.
     *
     * @param fresh due times that have no row yet
     * @param changed due times whose row has not ended; of others nothing is changed
     * @throws SQLException also if one that should be fresh has a row
     * @throws dev.primus.guard.StaleTokenException if a later coordinator has been there
     */
    public void keep(Leadership leadership, List<PollRow> fresh, List<PollRow> changed) throws SQLException {
        List<Write> writes = new ArrayList<>();
        fresh.forEach(row -> writes.add(insert(row)));
        changed.forEach(row -> writes.add(update(row)));
        fence().apply(Claim.of(leadership), writes).orThrow();
    }

    /** Forgets the runs of a schedule that were due before. Needs the right to delete. */
    public void forget(Leadership leadership, String schedule, Instant before) throws SQLException {
        Write write = Write.of(
                tables.in("DELETE FROM {poll} WHERE cluster = ? AND schedule = ? AND due_us < ?"),
                cluster.value(),
                schedule,
                micros(before));
        fence().apply(Claim.of(leadership), List.of(write)).orThrow();
    }

    private Write insert(PollRow row) {
        return Write.of(
                tables.in("INSERT INTO {poll} (state, token, node, started_us, ended_us, outcome, cluster, schedule,"
                        + " due_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                values(row));
    }

    private Write update(PollRow row) {
        return Write.of(
                tables.in("UPDATE {poll} SET state = ?, token = ?, node = ?, started_us = ?, ended_us = ?, outcome = ?"
                        + " WHERE cluster = ? AND schedule = ? AND due_us = ? AND ended_us = 0"),
                values(row));
    }

    private Object[] values(PollRow row) {
        return new Object[] {
            row.state(),
            row.token(),
            row.node(),
            micros(row.started()),
            micros(row.ended()),
            row.outcome(),
            cluster.value(),
            row.schedule(),
            micros(row.due())
        };
    }

    /** The latest runs of a schedule, newest first. */
    public List<PollRow> latest(String schedule, int most) throws SQLException {
        return line.call(Deadline.in(PATIENCE), connection -> {
            try (Sql.Call call = latest.on(connection)) {
                return call.with("cluster", cluster.value())
                        .with("schedule", schedule)
                        .with("most", most)
                        .list(JdbcPolls::row);
            }
        });
    }

    private static PollRow row(ResultSet row) throws SQLException {
        return new PollRow(
                row.getString("schedule"),
                instant(row.getLong("due_us")),
                row.getString("state"),
                row.getLong("token"),
                row.getString("node"),
                time(row.getLong("started_us")),
                time(row.getLong("ended_us")),
                row.getString("outcome"));
    }

    private static @Nullable Instant time(long micros) {
        return micros == 0 ? null : instant(micros);
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static long micros(@Nullable Instant time) {
        return time == null ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    @Override
    public void close() {
        line.close();
    }
}
