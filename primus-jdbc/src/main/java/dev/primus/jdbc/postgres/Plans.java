package dev.primus.jdbc.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Whether the server plans a statement once for a connection's life or anew for each batch. For a handful of elections it
 * is once: to plan takes longer than all the rest of the statement, and a hand-over waits for two of them. For thousands
 * it is anew: a plan that suits a handful would take seconds. A connection is told when that changes, which at rest it
 * never does; one that nobody told plans anew.
 *
 * <p>Bulk takeovers are planned without nested loops. On tables that were never analysed the planner expects a few rows per
 * cluster and picks loops over all leases of the cluster times all bids, which take longer than a call may.
 */
final class Plans {
    /** Anew, and without compiling: that does not pay for a plan that runs once. */
    static final String FOR_EACH = "SET plan_cache_mode = force_custom_plan; SET jit = off";

    static final String AS_USUAL = "RESET plan_cache_mode; RESET enable_nestloop; RESET jit";

    private static final int HANDFUL = 8;

    /** Up to this many bids, loops over all leases are fast enough, and hash joins, which read all leases, are not faster. */
    private static final int BULK = 100;

    private enum Mode {
        CUSTOM("SET plan_cache_mode = force_custom_plan; RESET enable_nestloop"),
        GENERIC("SET plan_cache_mode = force_generic_plan; RESET enable_nestloop"),
        BULK_TAKEOVER("SET plan_cache_mode = force_custom_plan; SET enable_nestloop = off");

        private final String sql;

        Mode(String sql) {
            this.sql = sql;
        }
    }

    private final Map<Connection, Mode> told = new WeakHashMap<>();

    void suit(Connection connection, int elections) throws SQLException {
        use(connection, elections <= HANDFUL ? Mode.GENERIC : Mode.CUSTOM);
    }

    void suitTakeover(Connection connection, int bids) throws SQLException {
        if (bids > BULK) {
            use(connection, Mode.BULK_TAKEOVER);
        } else {
            suit(connection, bids);
        }
    }

    private void use(Connection connection, Mode wanted) throws SQLException {
        // A pool may have reset the connection: not worth a bulk takeover that times out.
        if (wanted == Mode.BULK_TAKEOVER || of(connection) != wanted) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(wanted.sql);
            }
            note(connection, wanted);
        }
    }

    private synchronized Mode of(Connection connection) {
        return told.getOrDefault(connection, Mode.CUSTOM);
    }

    private synchronized void note(Connection connection, Mode mode) {
        told.put(connection, mode);
    }
}
