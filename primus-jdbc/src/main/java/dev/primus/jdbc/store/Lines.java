package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where connections come from, and the one thread that cuts those which hang. */
public final class Lines {
    private static final Logger LOG = LoggerFactory.getLogger(Lines.class);
    /** The SQL state for "too many connections". */
    static final String EXHAUSTED = "53300";

    private static final ScheduledExecutorService WATCHDOG = watchdog();

    private final StoreConnections connections;
    private final Dialect dialect;
    private final Duration ioTimeout;
    private final Greeting greeting;

    public Lines(DataSource source, Dialect dialect, Duration ioTimeout) {
        this(new StoreConnections(source), dialect, ioTimeout);
    }

    public Lines(StoreConnections connections, Dialect dialect, Duration ioTimeout) {
        this(connections, dialect, ioTimeout, fresh -> {});
    }

    public Lines(StoreConnections connections, Dialect dialect, Duration ioTimeout, Greeting greeting) {
        this.greeting = greeting;
        this.connections = connections;
        this.dialect = dialect;
        this.ioTimeout = ioTimeout;
    }

    /** What is done first on each connection of a line. */
    @FunctionalInterface
    public interface Greeting {
        void on(Connection fresh) throws SQLException;
    }

    public Line line(String name) {
        return line(name, fresh -> {});
    }

    /** A line whose connections begin with {@code rehearsal}, which may fail without harm. */
    Line line(String name, Greeting rehearsal) {
        return new Line(name, new Lines(connections, dialect, ioTimeout, fresh -> {
            greeting.on(fresh);
            rehearse(rehearsal, fresh);
        }));
    }

    /** Should the connection be broken, its first use will tell. */
    private static void rehearse(Greeting rehearsal, Connection fresh) {
        try {
            rehearsal.on(fresh);
        } catch (SQLException e) {
            LOG.debug("rehearsal: {}", Masked.text(e));
        }
    }

    Dialect dialect() {
        return dialect;
    }

    StoreConnections connections() {
        return connections;
    }

    /** The connection of an open session that these calls may use; null if they need one of their own. */
    public @Nullable Line lent(Tables tables, ClusterName cluster) {
        return connections.lent(tables, cluster, ioTimeout);
    }

    public Duration ioTimeout() {
        return ioTimeout;
    }

    /** A connection ready for the verbs. Blocks for as long as the driver does. */
    Borrowed connect() throws SQLException {
        Connection connection = take();
        try {
            Borrowed borrowed = Borrowed.of(connection);
            dialect.prepare(connection, ioTimeout);
            greeting.on(connection);
            return borrowed;
        } catch (SQLException | RuntimeException e) {
            cut(connection);
            throw e;
        }
    }

    /** A connection with nobody's settings but the source's, for those who wait on purpose. */
    public Connection connectRaw() throws SQLException {
        if (connections.isTooSmall()) {
            throw new SQLException(
                    "hints are off: " + connections.warning().orElse("the pool is too small"), EXHAUSTED);
        }
        Connection connection = take();
        commitEach(connection);
        return connection;
    }

    private Connection take() throws SQLException {
        try {
            return connections.source().getConnection();
        } catch (SQLException e) {
            String exhaustion = connections.exhaustion().orElse("");
            throw exhaustion.isEmpty() ? e : new SQLException(exhaustion, EXHAUSTED, e);
        }
    }

    /** Returns whether it did so before. */
    static boolean commitEach(Connection connection) throws SQLException {
        boolean before = connection.getAutoCommit();
        if (!before) {
            connection.setAutoCommit(true);
        }
        return before;
    }

    /**
     * Ends a connection; a pool will not hand it out again. Nobody waits for it: MariaDB's driver opens another
     * connection to do so.
     */
    public static void cut(Connection connection) {
        daemons("primus-jdbc-cut").newThread(() -> abort(connection)).start();
    }

    /**
     * The same, before this returns: for whoever gives the connection back afterwards, and was the last to use it. A
     * driver may do nothing (SQLite's), and a pool wants its connection back to throw it away.
     */
    public static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
            if (!connection.isClosed()) {
                closeQuietly(connection);
            }
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            closeQuietly(connection);
        }
    }

    /** For a connection whose work is done, or lost: how its closing goes changes nothing any more. */
    public static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.trace("closing a connection: {}", Masked.text(e));
        }
    }

    /** Runs {@code cut} unless cancelled before the deadline. */
    public static Runnable watch(Deadline deadline, Runnable cut) {
        var watch = WATCHDOG.schedule(cut, Math.max(0, deadline.nanosLeft()), TimeUnit.NANOSECONDS);
        return () -> watch.cancel(false);
    }

    static ThreadFactory daemons(String name) {
        ThreadFactory plain = Executors.defaultThreadFactory();
        return task -> {
            Thread thread = plain.newThread(task);
            thread.setName(name);
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ScheduledExecutorService watchdog() {
        ScheduledThreadPoolExecutor one = new ScheduledThreadPoolExecutor(1, daemons("primus-jdbc-watchdog"));
        one.setRemoveOnCancelPolicy(true);
        one.setKeepAliveTime(30, TimeUnit.SECONDS);
        one.allowCoreThreadTimeOut(true);
        return one;
    }
}
