package dev.primus.jdbc;

import dev.primus.jdbc.guard.Write;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What leaders write to: a row with who wrote it last. */
record Accounts(DataSource source, String table) {
    void create() throws SQLException {
        run("DROP TABLE IF EXISTS " + table);
        run(
                "CREATE TABLE %s (id INTEGER NOT NULL PRIMARY KEY, writer VARCHAR(20) NOT NULL, fence BIGINT NOT NULL DEFAULT 0)"
                        .formatted(table));
        run("INSERT INTO %s (id, writer) VALUES (1, 'nobody'), (2, 'nobody')".formatted(table));
    }

    Write writtenBy(String writer) {
        return Write.of("UPDATE %s SET writer = ? WHERE id = ?".formatted(table), writer, 1);
    }

    void write(Connection connection, String writer) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE %s SET writer = '%s' WHERE id = 1".formatted(table, writer));
        }
    }

    String writer() throws SQLException {
        return writer(1);
    }

    String writer(int id) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT writer FROM %s WHERE id = %d".formatted(table, id))) {
            row.next();
            return row.getString(1);
        }
    }

    void run(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
