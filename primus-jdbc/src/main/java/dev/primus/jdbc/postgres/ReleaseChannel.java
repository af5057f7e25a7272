package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.HintThread;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Hears of releases by LISTEN. What was released before the server took note of the listener was not heard, so each
 * connection begins with a hint of its own. Needs a session of its own: a pooler that shares sessions by transaction
 * would drop the subscription, and then the regular check is what finds out.
 */
final class ReleaseChannel extends HintThread {
    private static final int WAIT_MILLIS = 30_000;
    private static final int CHECK_TIMEOUT_SECONDS = 5;

    private final String channel;

    ReleaseChannel(Lines lines, Tables tables, StoreSession session) {
        super(lines, session);
        this.channel = nameFor(tables, session.cluster());
    }

    /** One channel for each cluster and set of tables. */
    static String nameFor(Tables tables, ClusterName cluster) {
        return "primus_" + Fingerprint.of(tables.lease(), cluster.value());
    }

    @Override
    protected void listen(Connection connection) throws SQLException {
        Notifications notifications = new Notifications(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        up();
        while (isOpen()) {
            List<String> heard = notifications.await(WAIT_MILLIS);
            if (heard.isEmpty()) {
                checkAlive(connection);
            }
            heard.forEach(this::heard);
        }
    }

    /** Anybody may notify, of anything. */
    private void heard(String payload) {
        ElectionName election;
        try {
            election = new ElectionName(payload);
        } catch (IllegalArgumentException e) {
            return;
        }
        changed(election);
    }

    /** Without a word for long: perhaps nothing happened, perhaps the other end is gone. */
    private static void checkAlive(Connection connection) throws SQLException {
        if (!connection.isValid(CHECK_TIMEOUT_SECONDS)) {
            throw new SQLException("the hint connection is dead", "08006");
        }
    }
}
