package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The connections that one store keeps open: it knows how many are needed, lends the connection of an open session to
 * the plan of the same cluster, and shares one hint connection per cluster. Safe for use by several threads.
 */
public final class StoreConnections {
    private final DataSource source;
    private final PoolSize pool;
    private final List<String> users = new ArrayList<>();
    private final List<OpenSession> sessions = new ArrayList<>();
    private final Map<HintKey, SharedHints> hints = new HashMap<>();

    public StoreConnections(DataSource source) {
        this.source = source;
        this.pool = new PoolSize(source);
    }

    private record OpenSession(Tables tables, ClusterName cluster, Duration ioTimeout, Dialect dialect, Line verbs) {}

    private record HintKey(Tables tables, ClusterName cluster) {}

    public DataSource source() {
        return source;
    }

    // ---- what is needed --------------------------------------------------------------------------------------------

    synchronized void add(String user) {
        users.add(user);
    }

    synchronized void remove(String user) {
        users.remove(user);
    }

    /** A warning if the pool's size can be read and is too small for what is open now. */
    public synchronized Optional<String> warning() {
        return isTooSmall()
                ? Optional.of("the connection pool has at most %d connections, but %s"
                        .formatted(pool.maximum().getAsInt(), need()))
                : Optional.empty();
    }

    synchronized boolean isTooSmall() {
        OptionalInt maximum = pool.maximum();
        return maximum.isPresent() && maximum.getAsInt() < users.size();
    }

    /** Names an exhausted pool as the cause of a missing connection; empty if the pool has connections left. */
    synchronized Optional<String> exhaustion() {
        OptionalInt maximum = pool.maximum();
        if (maximum.isEmpty()) {
            return Optional.empty();
        }
        OptionalInt active = pool.active();
        boolean exhausted = active.isPresent() ? active.getAsInt() >= maximum.getAsInt() : isTooSmall();
        return exhausted
                ? Optional.of("the connection pool is exhausted: it has at most %d connections, and %s"
                        .formatted(maximum.getAsInt(), need()))
                : Optional.empty();
    }

    /** The cause of a connection that did not come in time. */
    synchronized String whyNoneWithin(Duration ioTimeout) {
        String late = "no connection within the I/O timeout of %d ms".formatted(ioTimeout.toMillis());
        return exhaustion()
                .orElseGet(() -> pool.maximum().isPresent()
                        ? late
                        : late + "; if the data source is a connection pool: " + need());
    }

    private String need() {
        return "Primus needs %d (%s); raise the maximum pool size to at least %d, plus what the application uses"
                .formatted(users.size(), String.join(", ", users), users.size());
    }

    // ---- what is shared --------------------------------------------------------------------------------------------

    /** Lends the connection of a session's verbs until the session is closed. */
    public synchronized void lend(Tables tables, StoreSession session, Dialect dialect, Line verbs) {
        sessions.add(new OpenSession(tables, session.cluster(), session.ioTimeout(), dialect, verbs));
    }

    private List<OpenSession> sessions() {
        sessions.removeIf(session -> session.verbs().isClosed());
        return sessions;
    }

    /** The dialect of a session that has checked these tables and is open; null if there is none. */
    public synchronized @Nullable Dialect checked(Tables tables) {
        return sessions().stream()
                .filter(session -> session.tables().equals(tables))
                .map(OpenSession::dialect)
                .findFirst()
                .orElse(null);
    }

    /**
     * The connection of an open session's verbs. Only for calls that take no longer than the session's own: a call with a
     * longer timeout could hold up a release.
     */
    synchronized @Nullable Line lent(Tables tables, ClusterName cluster, Duration ioTimeout) {
        return sessions().stream()
                .filter(session -> session.tables().equals(tables)
                        && session.cluster().equals(cluster)
                        && session.ioTimeout().compareTo(ioTimeout) >= 0)
                .map(OpenSession::verbs)
                .findFirst()
                .orElse(null);
    }

    /** Hints of releases for one session. */
    public HintChannel releases(Lines lines, Tables tables, StoreSession session) {
        HintChannel shared = subscribe(lines, tables, session.cluster(), SharedHints.Topic.RELEASES);
        return shared == null ? lines.dialect().hints(lines, tables, session) : shared;
    }

    /** Hints of new plans for one worker. */
    public HintChannel plans(Lines lines, Tables tables, ClusterName cluster) {
        HintChannel shared = subscribe(lines, tables, cluster, SharedHints.Topic.PLANS);
        return shared == null ? HintChannel.NONE : shared;
    }

    private synchronized @Nullable HintChannel subscribe(
            Lines lines, Tables tables, ClusterName cluster, SharedHints.Topic topic) {
        HintKey key = new HintKey(tables, cluster);
        SharedHints present = hints.get(key);
        if (present == null) {
            HintThread thread = lines.dialect().sharedHints(lines, tables, cluster);
            if (thread == null) {
                return null;
            }
            present = new SharedHints(thread);
            hints.put(key, present);
        }
        SharedHints joined = present;
        return joined.subscribe(topic, () -> leave(key, joined));
    }

    private synchronized void leave(HintKey key, SharedHints left) {
        if (left.isUnused()) {
            hints.remove(key, left);
            left.close();
        }
    }
}
