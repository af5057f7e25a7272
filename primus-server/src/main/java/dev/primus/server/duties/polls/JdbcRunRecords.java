package dev.primus.server.duties.polls;

import dev.primus.Leadership;
import dev.primus.core.NodeId;
import dev.primus.guard.StaleTokenException;
import dev.primus.jdbc.JdbcPolls;
import dev.primus.jdbc.PollRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs in the table {@code primus_poll}. */
public final class JdbcRunRecords implements RunRecords {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcRunRecords.class);
    /** How many runs of a schedule the table keeps, about. */
    private static final int KEPT = 10_000;

    private static final int WRITES_BETWEEN_TIDYING = 1_000;

    private final JdbcPolls table;
    private final Collection<Schedule> schedules;
    private int writes;

    public JdbcRunRecords(JdbcPolls table, Collection<Schedule> schedules) {
        this.table = table;
        this.schedules = List.copyOf(schedules);
    }

    @Override
    public void raise(Leadership leadership) throws SQLException, InterruptedException {
        table.raise(leadership);
    }

    @Override
    public List<Run> read(Collection<Schedule> wanted) throws SQLException {
        List<Run> runs = new ArrayList<>();
        for (Schedule schedule : wanted) {
            table.latest(schedule.name(), RunBook.KEPT).forEach(row -> runs.add(run(row)));
        }
        return runs;
    }

    @Override
    public void keep(Leadership leadership, List<Run> fresh, List<Run> changed) throws SQLException {
        table.keep(
                leadership,
                fresh.stream().map(JdbcRunRecords::row).toList(),
                changed.stream().map(JdbcRunRecords::row).toList());
        if (writes++ % WRITES_BETWEEN_TIDYING == 0) {
            tidy(leadership, fresh, changed);
        }
    }

    private void tidy(Leadership leadership, List<Run> fresh, List<Run> changed) {
        long now = Math.max(latest(fresh), latest(changed));
        for (Schedule schedule : schedules) {
            try {
                table.forget(
                        leadership,
                        schedule.name(),
                        Instant.ofEpochMilli(now - KEPT * schedule.interval().toMillis()));
            } catch (SQLException | StaleTokenException e) {
                LOG.debug("old runs of {} were not forgotten", schedule.name(), e);
            }
        }
    }

    private static long latest(List<Run> runs) {
        return runs.stream().mapToLong(run -> run.key().due()).max().orElse(0);
    }

    private static PollRow row(Run run) {
        return new PollRow(
                run.key().schedule(),
                Instant.ofEpochMilli(run.key().due()),
                run.state().name(),
                run.token(),
                run.node() == null ? "" : run.node().toString(),
                time(run.started()),
                time(run.ended()),
                run.outcome());
    }

    private static @Nullable Instant time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }

    private static Run run(PollRow row) {
        return new Run(
                new RunKey(row.schedule(), row.due().toEpochMilli()),
                RunState.valueOf(row.state()),
                row.token(),
                row.node().isEmpty() ? null : NodeId.parse(row.node()),
                row.started() == null ? 0 : row.started().toEpochMilli(),
                row.ended() == null ? 0 : row.ended().toEpochMilli(),
                row.outcome());
    }

    @Override
    public void close() {
        table.close();
    }
}
