package dev.primus.jdbc.mariadb;

import dev.primus.jdbc.SqlDialect;
import dev.primus.jdbc.store.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * MySQL 8, where it differs from MariaDB. Its shortest wait for a lock is one second, so the verbs pass over locked rows
 * instead; and there is no limit for the time of a running write but the socket's.
 */
public final class MySqlDialect extends MariaDbDialect {
    private static final int DUPLICATE_COLUMN = 1060;

    public MySqlDialect() {
        super(Words.MYSQL);
    }

    @Override
    public SqlDialect kind() {
        return SqlDialect.MYSQL;
    }

    @Override
    void limit(Connection connection, Duration ioTimeout) throws SQLException {
        Transaction.run(
                connection,
                "SET SESSION innodb_lock_wait_timeout = 1, SESSION max_execution_time = %d"
                        .formatted(Math.max(1, ioTimeout.toMillis())));
    }

    @Override
    void unlimited(Connection connection) throws SQLException {
        Transaction.run(connection, "SET SESSION max_execution_time = 0, SESSION innodb_lock_wait_timeout = 20");
    }

    @Override
    public void restore(Connection connection) throws SQLException {
        Transaction.run(
                connection, "SET SESSION innodb_lock_wait_timeout = DEFAULT, SESSION max_execution_time = DEFAULT");
        giveBack(connection);
    }

    /** There is no ADD COLUMN IF NOT EXISTS. */
    @Override
    public boolean isAlreadyDone(SQLException error) {
        return error.getErrorCode() == DUPLICATE_COLUMN;
    }
}
