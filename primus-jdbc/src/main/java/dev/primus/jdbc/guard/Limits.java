package dev.primus.jdbc.guard;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** How a server is told to end a transaction whose process was paused. */
interface Limits {
    /** How to set the connection back to what it is now, for it may be a pool's; asked before anything is changed. */
    Undo remember(Connection connection) throws SQLException;

    /**
     * Called in a transaction that has touched no row yet: a process that is paused before it has set its limits then
     * holds nothing that anybody waits for.
     */
    void set(Connection connection) throws SQLException;

    /**
     * Called before a row is locked in a transaction that need not be the one they were set in: sets them again where
     * they ended with that.
     */
    void setAgain(Connection connection) throws SQLException;

    /** How long the server lets such a transaction idle: what was asked for, as exactly as the server counts. */
    Duration idle();

    /** Called when the transaction is over. */
    @FunctionalInterface
    interface Undo {
        Undo NOTHING = connection -> {};

        void on(Connection connection) throws SQLException;
    }

    static Duration wholeSeconds(Duration limit) {
        return Duration.ofSeconds(limit.plusSeconds(1).minusNanos(1).toSeconds());
    }
}
