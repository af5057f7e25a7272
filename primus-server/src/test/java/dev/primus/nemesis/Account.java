package dev.primus.nemesis;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What leaders write to: a number per election that must come out as the count of all writes that were confirmed. */
final class Account implements AutoCloseable {
    private static final int BUSY_SECONDS = 2;

    private final Connection connection;
    private final String id;

    private Account(Connection connection, String id) {
        this.connection = connection;
        this.id = id;
    }

    static Account open(String url, String user, String password, String id) throws SQLException {
        Connection connection = DriverManager.getConnection(url, user, password);
        if (url.startsWith("jdbc:sqlite:")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA busy_timeout = " + BUSY_SECONDS * 1000);
            }
        }
        return new Account(connection, id);
    }

    void create() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS account"
                    + " (id VARCHAR(60) PRIMARY KEY, value BIGINT NOT NULL, fence BIGINT NOT NULL)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO account VALUES (?, 0, 0)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    long value() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT value FROM account WHERE id = ?")) {
            select.setString(1, id);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Writes what was computed earlier, unless a later term has written already. */
    boolean writeFenced(long value, long token) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE account SET value = ?, fence = ? WHERE id = ? AND fence <= ?")) {
            update.setLong(1, value);
            update.setLong(2, token);
            update.setString(3, id);
            update.setLong(4, token);
            return update.executeUpdate() == 1;
        }
    }

    /** Writes what was computed earlier, whatever has happened since. */
    boolean writeUnfenced(long value) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE account SET value = ? WHERE id = ?")) {
            update.setLong(1, value);
            update.setString(2, id);
            return update.executeUpdate() == 1;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
