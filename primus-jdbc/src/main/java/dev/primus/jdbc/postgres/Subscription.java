package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.jdbc.store.HintThread;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Hears of releases and plans by LISTEN. What was told before the server took note of the listener was not heard, so each
 * connection begins with a hint of its own. Needs a session of its own: a pooler that shares sessions by transaction would
 * drop the subscription, and then the regular check is what finds out.
 */
final class Subscription extends HintThread {
    private static final int WAIT_MILLIS = 30_000;
    private static final int CHECK_TIMEOUT_SECONDS = 5;

    private final String releases;
    private final String plans;

    Subscription(Lines lines, Tables tables, ClusterName cluster) {
        super(lines, cluster);
        this.releases = ReleaseChannel.nameFor(tables, cluster);
        this.plans = PlanChannel.nameFor(tables, cluster);
    }

    @Override
    protected void listen(Connection connection) throws SQLException {
        Notifications notifications = new Notifications(connection);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + plans);
            statement.execute("LISTEN " + releases);
        }
        up();
        while (isOpen()) {
            List<Notifications.Notification> heard = notifications.await(WAIT_MILLIS);
            if (heard.isEmpty()) {
                checkAlive(connection);
            }
            heard.forEach(this::heard);
        }
    }

    /** Anybody may notify, of anything. */
    private void heard(Notifications.Notification notification) {
        if (notification.channel().equals(plans)) {
            planChanged();
            return;
        }
        ElectionName election;
        try {
            election = new ElectionName(notification.payload());
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
