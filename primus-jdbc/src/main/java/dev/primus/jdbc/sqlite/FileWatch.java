package dev.primus.jdbc.sqlite;

import dev.primus.core.ClusterName;
import dev.primus.jdbc.store.HintThread;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Transaction;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * Listens for releases and new plans by watching the database's folder. The system reports a write before the
 * commit is visible to others, so after each event a counter is read a few times at growing distances; and most writes
 * are renewals, so a hint is given only if the counter moved.
 *
 * <p>Where the system can only be polled for changes, the counter itself is polled: often while it moves, once a
 * second when it does not.
 */
final class FileWatch extends HintThread {
    private static final long[] REREAD_AT_MILLIS = {0, 1, 3, 10, 30};
    private static final long IDLE_CHECK_MILLIS = 1000;
    private static final long SHORTEST_POLL_MILLIS = 20;
    private static final long LONGEST_POLL_MILLIS = 1000;

    private final Counter releases;
    private final Counter plans;
    private long lastRelease;
    private long lastPlan;

    FileWatch(Lines lines, ClusterName cluster, Counter releases, Counter plans) {
        super(lines, cluster);
        this.releases = releases;
        this.plans = plans;
    }

    /** A number in the file that tells what is waited for from all that is written besides. */
    @FunctionalInterface
    interface Counter {
        long read(Connection connection) throws SQLException;
    }

    @Override
    protected void listen(Connection connection) throws SQLException, InterruptedException {
        Transaction.run(connection, "PRAGMA query_only = true");
        Path file = SqliteFile.of(connection);
        try (WatchService watch = FileSystems.getDefault().newWatchService()) {
            boolean pushed = file != null && isPushed(watch) && register(watch, file);
            lastRelease = releases.read(connection);
            lastPlan = plans.read(connection);
            up();
            if (pushed) {
                follow(connection, watch);
            } else {
                poll(connection);
            }
        } catch (IOException e) {
            throw new SQLException("cannot watch the database's folder", e);
        }
    }

    private static boolean register(WatchService watch, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return false;
        }
        folder.register(watch, StandardWatchEventKinds.ENTRY_MODIFY, StandardWatchEventKinds.ENTRY_CREATE);
        return true;
    }

    /** Java's own polling watcher looks every ten seconds, which is no use here. */
    private static boolean isPushed(WatchService watch) {
        return !watch.getClass().getSimpleName().contains("Polling");
    }

    private void follow(Connection connection, WatchService watch) throws SQLException, InterruptedException {
        while (isOpen()) {
            WatchKey key = watch.poll(IDLE_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            if (key == null) {
                check(connection);
                continue;
            }
            drain(key);
            long start = System.nanoTime();
            for (long at : REREAD_AT_MILLIS) {
                long wait = at - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                if (wait > 0) {
                    Thread.sleep(wait);
                }
                if (check(connection)) {
                    break;
                }
            }
        }
    }

    private static void drain(WatchKey key) {
        key.pollEvents();
        key.reset();
    }

    private void poll(Connection connection) throws SQLException, InterruptedException {
        long pause = SHORTEST_POLL_MILLIS;
        while (isOpen()) {
            Thread.sleep(pause);
            pause = check(connection) ? SHORTEST_POLL_MILLIS : Math.min(pause * 2, LONGEST_POLL_MILLIS);
        }
    }

    private boolean check(Connection connection) throws SQLException {
        long release = releases.read(connection);
        boolean released = release != lastRelease;
        lastRelease = release;
        if (released) {
            changed();
        }
        long plan = plans.read(connection);
        boolean planned = plan != lastPlan;
        lastPlan = plan;
        if (planned) {
            planChanged();
        }
        return released || planned;
    }
}
