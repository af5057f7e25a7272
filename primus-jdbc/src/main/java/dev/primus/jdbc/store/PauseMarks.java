package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Pauses, as marks on the lease rows themselves: a bid and a pause lock the same row, so that one of them comes first,
 * and a bid that comes second sees the mark.
 */
public final class PauseMarks implements Pauses {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Dialect dialect;
    private final ClusterName cluster;
    private final Line line;
    private final Patience patience;
    private final Sql pause;
    private final Sql resume;

    public PauseMarks(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.dialect = dialect;
        this.cluster = cluster;
        this.line = lines.line("pauses");
        this.patience = new Patience(dialect);
        this.pause = Sql.of(tables, """
                UPDATE {lease} SET paused_us = :now, paused_by = :by, paused_why = :why
                WHERE cluster = :cluster AND election = :election AND paused_us = 0
                """);
        this.resume = Sql.of(tables, """
                UPDATE {lease} SET paused_us = 0, paused_by = '', paused_why = ''
                WHERE cluster = :cluster AND election = :election AND paused_us <> 0
                """);
    }

    @Override
    public boolean pause(ElectionName election, String by, String why) {
        checkLength("by", by);
        checkLength("why", why);
        return change("pause", election, connection -> {
            try (Sql.Call call = pause.on(connection)) {
                return row(call, election)
                        .with("now", dialect.wallMicros(connection))
                        .with("by", by)
                        .with("why", why)
                        .update();
            }
        });
    }

    @Override
    public boolean resume(ElectionName election) {
        return change("resume", election, connection -> {
            try (Sql.Call call = resume.on(connection)) {
                return row(call, election).update();
            }
        });
    }

    private Sql.Call row(Sql.Call call, ElectionName election) throws SQLException {
        return call.with("cluster", cluster.value()).with("election", election.value());
    }

    /** A renewal of thousands may hold the row for a while. */
    private boolean change(String what, ElectionName election, Line.Work<Integer> work) {
        Deadline deadline = Deadline.in(PATIENCE);
        try {
            return line.call(deadline, connection -> patience.with(connection, deadline, work)) > 0;
        } catch (SQLException e) {
            throw new StoreException(
                    "cannot %s '%s' of cluster '%s': %s".formatted(what, election, cluster, Masked.text(e)),
                    Masked.copy(e));
        }
    }

    private static void checkLength(String name, String value) {
        if (value.length() > LONGEST) {
            throw new IllegalArgumentException("%s of a pause has %d characters: allowed are %d, in '%s'"
                    .formatted(name, value.length(), LONGEST, value));
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
