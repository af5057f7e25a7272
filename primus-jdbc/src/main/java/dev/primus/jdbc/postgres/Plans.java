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
 */
final class Plans {
    /** Anew, and without compiling: that does not pay for a plan that runs once. */
    static final String FOR_EACH = "SET plan_cache_mode = force_custom_plan; SET jit = off";

    static final String AS_USUAL = "RESET plan_cache_mode; RESET jit";

    private static final int HANDFUL = 8;

    private enum Mode {
        FORCE_CUSTOM_PLAN,
        FORCE_GENERIC_PLAN
    }

    private final Map<Connection, Mode> told = new WeakHashMap<>();

    void suit(Connection connection, int elections) throws SQLException {
        Mode wanted = elections <= HANDFUL ? Mode.FORCE_GENERIC_PLAN : Mode.FORCE_CUSTOM_PLAN;
        if (of(connection) != wanted) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET plan_cache_mode = " + wanted);
            }
            note(connection, wanted);
        }
    }

    private synchronized Mode of(Connection connection) {
        return told.getOrDefault(connection, Mode.FORCE_CUSTOM_PLAN);
    }

    private synchronized void note(Connection connection, Mode mode) {
        told.put(connection, mode);
    }
}
