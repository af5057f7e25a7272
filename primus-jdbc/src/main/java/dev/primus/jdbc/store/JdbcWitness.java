package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A witness whose promises are rows. Answers within the I/O timeout or fails; whether it has promised what it failed to
 * answer is not known then, and asking for the same term again settles it. Safe for use by several threads, one at a time.
 */
public final class JdbcWitness implements Witness {
    /** Rows are locked until the commit, and a commit is a write to disk. */
    private static final int IN_ONE_TRANSACTION = 200;

    private final ClusterName cluster;
    private final Duration ioTimeout;
    private final Line line;
    private final Patience patience;
    private final Transaction transaction;
    private final PromiseRow row;

    public JdbcWitness(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.cluster = cluster;
        this.ioTimeout = lines.ioTimeout();
        this.line = lines.line("witness");
        this.patience = new Patience(dialect);
        this.transaction = dialect.transaction();
        this.row = new PromiseRow(dialect, tables, cluster);
    }

    @Override
    public List<Word> ask(List<Plea> pleas) {
        return call("answer", (connection, deadline) -> {
            List<Word> words = new ArrayList<>();
            for (Plea plea : pleas) {
                Optional<PromiseRow.Standing> standing = row.look(connection, plea);
                if (standing.isPresent() && standing.get().strange()) {
                    row.adopt(connection, plea);
                }
                words.add(
                        standing.map(found -> new Word(plea.election(), found.allowed(), found.highest(), found.busy()))
                                .orElse(new Word(plea.election(), true, 0, Duration.ZERO)));
            }
            return List.copyOf(words);
        });
    }

    @Override
    public List<Word> promise(List<Plea> pleas, Duration span) {
        return call("promise", (connection, deadline) -> {
            Map<Plea, Word> words = new HashMap<>();
            for (List<Plea> some : chunks(pleas)) {
                Set<Plea> promised = promiseAll(connection, deadline, some, span);
                List<Plea> first = makeMissing(connection, deadline, some, promised);
                promised.addAll(promiseAll(connection, deadline, first, span));
                for (Plea plea : some) {
                    words.put(plea, promised.contains(plea) ? agreed(plea) : refused(connection, plea));
                }
            }
            return pleas.stream().map(words::get).toList();
        });
    }

    @Override
    public void release(List<Plea> pleas) {
        call("release", (connection, deadline) -> {
            for (List<Plea> some : chunks(pleas)) {
                together(connection, deadline, c -> {
                    for (Plea plea : some) {
                        row.end(c, plea);
                    }
                    return true;
                });
            }
            return true;
        });
    }

    /** In the order of their names, so that two who lock the same rows do not lock each other out. */
    private static List<List<Plea>> chunks(List<Plea> pleas) {
        List<Plea> ordered = pleas.stream()
                .distinct()
                .sorted(Comparator.comparing(Plea::election))
                .toList();
        return Chunks.of(ordered, IN_ONE_TRANSACTION);
    }

    private Set<Plea> promiseAll(Connection connection, Deadline deadline, List<Plea> pleas, Duration span)
            throws SQLException {
        if (pleas.isEmpty()) {
            return Set.of();
        }
        return together(connection, deadline, c -> {
            Set<Plea> promised = new HashSet<>();
            for (Plea plea : pleas) {
                if (row.promise(c, plea, span)) {
                    promised.add(plea);
                }
            }
            return promised;
        });
    }

    /** A row is committed before it is promised, for making it locks it in another way than changing it does. */
    private List<Plea> makeMissing(Connection connection, Deadline deadline, List<Plea> pleas, Set<Plea> promised)
            throws SQLException {
        List<Plea> missing = new ArrayList<>();
        for (Plea plea : pleas) {
            if (!promised.contains(plea) && row.look(connection, plea).isEmpty()) {
                missing.add(plea);
            }
        }
        if (missing.isEmpty()) {
            return missing;
        }
        return together(connection, deadline, c -> {
            for (Plea plea : missing) {
                row.make(c, plea);
            }
            return missing;
        });
    }

    private static Word agreed(Plea plea) {
        return new Word(plea.election(), true, plea.term().token().value(), Duration.ZERO);
    }

    private Word refused(Connection connection, Plea plea) throws SQLException {
        PromiseRow.Standing found = row.look(connection, plea)
                .orElseThrow(() -> new SQLException("the row of '%s' was deleted".formatted(plea.election())));
        if (found.strange()) {
            row.adopt(connection, plea);
        }
        return new Word(plea.election(), false, found.highest(), found.busy());
    }

    private <R> R together(Connection connection, Deadline deadline, Line.Work<R> work) throws SQLException {
        return patience.with(connection, deadline, c -> transaction.on(c, work));
    }

    private interface Work<R> {
        R on(Connection connection, Deadline deadline) throws SQLException;
    }

    private <R> R call(String what, Work<R> work) {
        Deadline deadline = Deadline.in(ioTimeout);
        try {
            return line.call(deadline, connection -> work.on(connection, deadline));
        } catch (SQLException e) {
            throw new StoreException(
                    "the witness of cluster '%s' did not %s: %s".formatted(cluster, what, Masked.text(e)),
                    Masked.copy(e));
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
