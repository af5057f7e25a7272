package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Line;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.Patience;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the members of a cluster are: each says so again and again, and who has been silent is no longer found. Times are
 * by the database's clock. Safe for use by several threads, one at a time.
 */
public final class JdbcPeers implements AutoCloseable {
    /** For how long a member is found after it was last announced. */
    public static final Duration FRESH = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(JdbcPeers.class);
    private static final Duration KEPT = Duration.ofDays(1);

    private final Dialect dialect;
    private final ClusterName cluster;
    private final Duration ioTimeout;
    private final Line line;
    private final Patience patience;
    private final Sql refresh;
    private final Sql enter;
    private final Sql leave;
    private final Sql fresh;
    private final Sql sweep;
    private volatile boolean swept;

    JdbcPeers(Dialect dialect, Tables tables, ClusterName cluster, Lines lines) {
        this.dialect = dialect;
        this.cluster = cluster;
        this.ioTimeout = lines.ioTimeout();
        this.line = lines.line("peers");
        this.patience = new Patience(dialect);
        this.refresh = Sql.of(tables, """
                UPDATE {peer} SET address = :address, seen_us = :now
                WHERE cluster = :cluster AND node = :node AND incarnation = :incarnation
                """);
        this.enter = Sql.of(tables, dialect.unlessThere("""
                INSERT INTO {peer} (cluster, node, incarnation, address, seen_us)
                VALUES (:cluster, :node, :incarnation, :address, :now)"""));
        this.leave = Sql.of(tables, """
                UPDATE {peer} SET seen_us = 0
                WHERE cluster = :cluster AND node = :node AND incarnation = :incarnation
                """);
        this.fresh = Sql.of(tables, """
                SELECT DISTINCT address FROM {peer} WHERE cluster = :cluster AND seen_us >= :since ORDER BY address
                """);
        this.sweep = Sql.of(tables, "DELETE FROM {peer} WHERE cluster = :cluster AND seen_us < :before");
    }

    /**
     * A member can be reached there, as of now.
     *
     * @param address host:port
     */
    public void announce(NodeId node, String address) {
        call("announce " + node, connection -> {
            long now = dialect.wallMicros(connection);
            if (write(connection, refresh, node, address, now) == 0) {
                write(connection, enter, node, address, now);
            }
            return true;
        });
        if (!swept) {
            sweep();
            swept = true;
        }
    }

    /** A member has left, and is not found from now on. */
    public void withdraw(NodeId node) {
        call("withdraw " + node, connection -> write(connection, leave, node, "", 0));
    }

    /** Where members are that were announced lately, this one included. */
    public List<String> find() {
        return call("find members", connection -> {
            long since = dialect.wallMicros(connection) - FRESH.toNanos() / 1000;
            try (Sql.Call call = fresh.on(connection)) {
                return call.with("cluster", cluster.value())
                        .with("since", since)
                        .list(row -> row.getString(1));
            }
        });
    }

    /** Whoever may not delete leaves this to others: old rows are not found anyway. */
    private void sweep() {
        try {
            call("sweep old rows", connection -> {
                try (Sql.Call call = sweep.on(connection)) {
                    return call.with("cluster", cluster.value())
                            .with("before", dialect.wallMicros(connection) - KEPT.toNanos() / 1000)
                            .update();
                }
            });
        } catch (StoreException e) {
            LOG.debug("{}", e.getMessage());
        }
    }

    private int write(Connection connection, Sql statement, NodeId node, String address, long now) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return call.with("cluster", cluster.value())
                    .with("node", node.name().value())
                    .with("incarnation", node.incarnation())
                    .withIfUsed("address", address)
                    .withIfUsed("now", now)
                    .update();
        }
    }

    private <R> R call(String what, Line.Work<R> work) {
        Deadline deadline = Deadline.in(ioTimeout);
        try {
            return line.call(deadline, connection -> patience.with(connection, deadline, work));
        } catch (SQLException e) {
            throw new StoreException(
                    "cannot %s in cluster '%s': %s".formatted(what, cluster, Masked.text(e)), Masked.copy(e));
        }
    }

    @Override
    public void close() {
        line.close();
    }
}
