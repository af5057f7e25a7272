package dev.primus.examples;

import dev.primus.Leadership;
import dev.primus.guard.Claim;
import dev.primus.guard.StaleTokenException;
import dev.primus.jdbc.JdbcStore;
import dev.primus.jdbc.guard.FenceColumn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Guards each row by itself. Simple, and the weaker form: rows that the new leader has not written are open. */
public final class FenceColumnExample {
    private static final FenceColumn ACCOUNT = FenceColumn.of("account");

    private FenceColumnExample() {}

    public static void main(String... args) throws Exception {
        Path file = Succession.newFile();
        try (Succession nodes = new Succession(JdbcStore.sqlite(file));
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL,"
                    + " fence BIGINT NOT NULL DEFAULT 0)");
            statement.execute("INSERT INTO account (id, balance) VALUES (7, 0), (8, 0)");

            Leadership one = nodes.ofOne();
            set(connection, one, 100, 7);
            Leadership two = nodes.ofTwo();
            set(connection, two, 200, 7);
            set(connection, one, 1, 7);
            set(connection, one, 1, 8); // nobody has written row 8 yet: this is what a fence row would have kept out
        }
    }

    private static void set(Connection connection, Leadership leadership, int balance, int id) throws SQLException {
        try {
            int rows = ACCOUNT.update(connection, Claim.of(leadership), "balance = ?", "id = ?", balance, id);
            System.out.println("row %d = %d by token %d: %d changed".formatted(id, balance, leadership.token(), rows));
        } catch (StaleTokenException e) {
            System.out.println(e.getMessage());
        }
    }
}
