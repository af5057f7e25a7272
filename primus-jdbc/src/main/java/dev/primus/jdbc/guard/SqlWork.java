package dev.primus.jdbc.guard;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done in a guarded transaction. It must neither commit nor roll back, and should not wait for anything but the database. */
@FunctionalInterface
public interface SqlWork<R> {
    R on(Connection connection) throws SQLException;
}
