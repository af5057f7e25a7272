package dev.primus.jdbc.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Tries again as long as somebody else is in the way: not every server waits for a locked row by itself. */
public final class Patience {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    private final Dialect dialect;

    public Patience(Dialect dialect) {
        this.dialect = dialect;
    }

    public <R> R with(Connection connection, Deadline deadline, Line.Work<R> work) throws SQLException {
        while (true) {
            try {
                return work.on(connection);
            } catch (SQLException e) {
                if (dialect.faultOf(e) != Fault.BUSY || !deadline.allowsRetry()) {
                    throw e;
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            }
        }
    }
}
