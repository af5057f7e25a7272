package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection that is perhaps a pool's, and how it was when it came. */
record Borrowed(Connection connection, boolean autoCommit, int isolation, int networkTimeout) {

    /** Switches to a commit after each statement first: to ask for the isolation would begin a transaction. */
    static Borrowed of(Connection connection) throws SQLException {
        boolean autoCommit = Lines.commitEach(connection);
        return new Borrowed(
                connection, autoCommit, connection.getTransactionIsolation(), connection.getNetworkTimeout());
    }

    void giveBack(Dialect dialect) throws SQLException {
        dialect.restore(connection);
        if (connection.getTransactionIsolation() != isolation) {
            connection.setTransactionIsolation(isolation);
        }
        if (connection.getNetworkTimeout() != networkTimeout) {
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
        }
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
        connection.close();
    }
}
