package dev.primus.nemesis;

import dev.primus.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A file, with the account in a second one: a stopped writer of the account must not hold up the leases. */
record SqliteDatabase(Path folder) implements Database {
    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String url() {
        return "jdbc:sqlite:" + folder.resolve("leases.db");
    }

    @Override
    public String accountUrl() {
        return "jdbc:sqlite:" + folder.resolve("account.db");
    }

    @Override
    public JdbcStore store() {
        return JdbcStore.sqlite(folder.resolve("leases.db"));
    }

    @Override
    public boolean isFree() {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 200");
            statement.execute("BEGIN IMMEDIATE");
            statement.execute("ROLLBACK");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {}
}
