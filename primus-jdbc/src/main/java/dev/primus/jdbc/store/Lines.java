package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Where connections come from, and the one thread that cuts those which hang. */
public final class Lines {
    private static final ScheduledExecutorService WATCHDOG = watchdog();

    private final DataSource source;
    private final Dialect dialect;
    private final Duration ioTimeout;

    public Lines(DataSource source, Dialect dialect, Duration ioTimeout) {
        this.source = source;
        this.dialect = dialect;
        this.ioTimeout = ioTimeout;
    }

    public Line line(String name) {
        return new Line(name, this);
    }

    Dialect dialect() {
        return dialect;
    }

    public Duration ioTimeout() {
        return ioTimeout;
    }

    /** A connection ready for the verbs. Blocks for as long as the driver does. */
    Connection connect() throws SQLException {
        Connection connection = connectRaw();
        try {
            dialect.prepare(connection, ioTimeout);
            return connection;
        } catch (SQLException | RuntimeException e) {
            cut(connection);
            throw e;
        }
    }

    /** A connection with nobody's settings but the source's, for those who wait on purpose. */
    public Connection connectRaw() throws SQLException {
        Connection connection = source.getConnection();
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        return connection;
    }

    /** Ends a connection without waiting for anybody; a pool will not hand it out again. */
    public static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            closeQuietly(connection);
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            org.slf4j.LoggerFactory.getLogger(Lines.class).trace("closing a broken connection: {}", Masked.text(e));
        }
    }

    /** Runs {@code cut} unless cancelled before the deadline. */
    static Runnable watch(Deadline deadline, Runnable cut) {
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
