package dev.primus.jdbc.work;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Line;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.Patience;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One line to the database, and what all verbs on it share: they answer in time, or fail and say what they were about. */
final class Desk implements AutoCloseable {
    private final Dialect dialect;
    private final ClusterName cluster;
    private final Duration ioTimeout;
    private final String name;
    private final Lines lines;
    private final @Nullable Tables shared;
    private final Patience patience;

    private @Nullable Line own;
    private boolean closed;

    /** @param shared the tables whose open session lends its connection; null for a connection of its own */
    Desk(String name, Dialect dialect, ClusterName cluster, Lines lines, @Nullable Tables shared) {
        this.name = name;
        this.lines = lines;
        this.shared = shared;
        this.dialect = dialect;
        this.cluster = cluster;
        this.ioTimeout = lines.ioTimeout();
        this.own = shared == null ? lines.line(name) : null;
        this.patience = new Patience(dialect);
    }

    /** What a verb does, in one or several steps. */
    @FunctionalInterface
    interface Verb<R> {
        R on(Trip trip) throws SQLException;
    }

    <R> R call(String what, Verb<R> verb) {
        Deadline deadline = Deadline.in(ioTimeout);
        try {
            return line().call(deadline, connection -> verb.on(new Trip(connection, deadline)));
        } catch (SQLException e) {
            throw new StoreException(
                    "cannot %s in cluster '%s': %s".formatted(what, cluster, Masked.text(e)), Masked.copy(e));
        }
    }

    private synchronized Line line() throws SQLException {
        if (closed) {
            throw new SQLException("the session is closed", "08003");
        }
        Line lent = shared == null ? null : lines.lent(shared, cluster);
        if (lent != null) {
            closeOwn();
            return lent;
        }
        Line present = own == null ? lines.line(name) : own;
        own = present;
        return present;
    }

    private void closeOwn() {
        if (own != null) {
            own.close();
            own = null;
        }
    }

    /** The steps of one verb. Each is tried again, as long as there is time, while others are in its way. */
    final class Trip {
        private final Connection connection;
        private final Deadline deadline;

        private Trip(Connection connection, Deadline deadline) {
            this.connection = connection;
            this.deadline = deadline;
        }

        /** A statement that counts by itself. */
        <R> R alone(Line.Work<R> step) throws SQLException {
            return patience.with(connection, deadline, step);
        }

        /** Statements that count together or not at all; what they gave is given after the commit. */
        <R> R together(Line.Work<R> step) throws SQLException {
            return patience.with(
                    connection, deadline, c -> dialect.transaction().on(c, step));
        }

        /** Reads only, all of it as of one moment. */
        <R> R atOneMoment(Line.Work<R> step) throws SQLException {
            return patience.with(connection, deadline, c -> dialect.reading().on(c, step));
        }

        /** The store's wall clock, which decides nothing: for housekeeping. */
        long wallMicros() throws SQLException {
            return dialect.wallMicros(connection);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        closeOwn();
    }
}
