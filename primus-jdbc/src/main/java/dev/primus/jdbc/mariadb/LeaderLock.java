package dev.primus.jdbc.mariadb;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.HintThread;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hears of releases by waiting for a named lock. These databases cannot notify, but they can wake whoever waits for a
 * lock: a process that leads holds a lock with its own name, lets go of it after each release and takes it again. Whoever
 * waits wakes within a millisecond, without a statement in between, and at once if the leader's process dies.
 *
 * <p>A lock for each process, not for each election, because a connection can wait for one lock only: the one of the
 * process that leads most of what this node has looked at. While others lead some of it too, the channel says that it is
 * down, so that those are asked about now and then.
 */
final class LeaderLock extends HintThread {
    private static final int LONG_WAIT_SECONDS = 60;
    private static final int SOCKET_MILLIS = 75_000;
    private static final long UNHELD_PAUSE_MILLIS = 500;
    private static final long IDLE_MILLIS = 1000;
    private static final int TRIES_TO_RETAKE = 3;
    private static final long[] AFTERMATH_MILLIS = {10, 20, 40, 80, 160, 320};

    private final Sql take = Sql.of("SELECT GET_LOCK(:name, :seconds)");
    private final Sql let = Sql.of("SELECT RELEASE_LOCK(:name)");
    private final Tables tables;
    private final StoreSession session;
    private final Map<ElectionName, NodeId> leaders = new HashMap<>();
    private long looks;
    private @Nullable Connection heldOn;

    LeaderLock(Lines lines, Tables tables, StoreSession session) {
        super(lines, session.cluster());
        this.tables = tables;
        this.session = session;
    }

    /** Called by the thread that looks. */
    @Override
    public synchronized void saw(Collection<Sighting> sightings) {
        for (Sighting seen : sightings) {
            if (seen.isLive() && !session.self().equals(seen.holder())) {
                leaders.put(seen.election(), seen.holder());
            } else {
                leaders.remove(seen.election());
            }
        }
        looks++;
        notifyAll();
    }

    /** Called on the connection of the verbs, which then holds the lock for as long as it lives. */
    @Override
    public void won(Connection connection) {
        try {
            hold(connection);
        } catch (SQLException e) {
            heldOn = null;
        }
    }

    @Override
    public void released(Connection connection) {
        try {
            if (connection.equals(heldOn)) {
                ask(connection, let, lockOf(session.self()), 0);
                heldOn = null;
            }
            hold(connection);
        } catch (SQLException e) {
            heldOn = null;
        }
    }

    /** A waiter may have the lock for the moment it needs to wake up. */
    private void hold(Connection connection) throws SQLException {
        for (int i = 0; i < TRIES_TO_RETAKE && !connection.equals(heldOn); i++) {
            if (i > 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
            if (ask(connection, take, lockOf(session.self()), 0)) {
                heldOn = connection;
            }
        }
    }

    @Override
    protected void listen(Connection connection) throws SQLException, InterruptedException {
        connection.setNetworkTimeout(Runnable::run, SOCKET_MILLIS);
        while (isOpen()) {
            Target target = target();
            if (target.leader() == null) {
                if (target.looked()) {
                    up();
                }
                awaitLook(target.looks(), IDLE_MILLIS);
                continue;
            }
            String lock = lockOf(target.leader());
            if (ask(connection, take, lock, 0)) {
                ask(connection, let, lock, 0);
                down();
                awaitLook(target.looks(), UNHELD_PAUSE_MILLIS);
                continue;
            }
            if (target.alone()) {
                up();
            } else {
                down();
            }
            if (ask(connection, take, lock, LONG_WAIT_SECONDS)) {
                ask(connection, let, lock, 0);
                changed();
                awaitLook(target.looks(), UNHELD_PAUSE_MILLIS);
                expectDeathCertificate(target.leader());
            }
        }
    }

    /**
     * A lock that is let go while its lease lives on means that the leader's process has died. If it had a death watch,
     * its lease is given back within moments, by a process that does not hold the lock.
     */
    private void expectDeathCertificate(NodeId dead) throws InterruptedException {
        for (long pause : AFTERMATH_MILLIS) {
            Target now = target();
            if (!dead.equals(now.leader()) || !isOpen()) {
                return;
            }
            Thread.sleep(pause);
            changed();
            awaitLook(now.looks(), pause);
        }
    }

    /**
     * Whom to wait for.
     *
     * @param alone whether nobody else leads anything we have looked at
     */
    private record Target(@Nullable NodeId leader, boolean alone, long looks) {
        boolean looked() {
            return looks > 0;
        }
    }

    private synchronized Target target() {
        Map<NodeId, Integer> counts = new HashMap<>();
        leaders.values().forEach(leader -> counts.merge(leader, 1, Integer::sum));
        NodeId most = null;
        for (Map.Entry<NodeId, Integer> one : counts.entrySet()) {
            if (most == null || one.getValue() > counts.getOrDefault(most, 0)) {
                most = one.getKey();
            }
        }
        return new Target(most, counts.size() == 1, looks);
    }

    private synchronized void awaitLook(long since, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (looks == since && left > 0 && isOpen()) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    private String lockOf(NodeId leader) {
        return "primus_" + Fingerprint.of(tables.lease(), session.cluster().value(), leader.toString());
    }

    private static boolean ask(Connection connection, Sql sql, String lock, int seconds) throws SQLException {
        try (Sql.Call call = sql.on(connection)) {
            return call.with("name", lock)
                            .withIfUsed("seconds", seconds)
                            .list(row -> row.getInt(1))
                            .get(0)
                    == 1;
        }
    }
}
