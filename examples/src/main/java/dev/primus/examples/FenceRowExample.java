package dev.primus.examples;

import dev.primus.Leadership;
import dev.primus.jdbc.JdbcStore;
import dev.primus.jdbc.guard.FenceRow;
import dev.primus.jdbc.guard.Write;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Guards tables by a row beside them: check and write are one transaction, and nothing is forgotten by a restart. */
public final class FenceRowExample {
    private static final String SET = "UPDATE account SET balance = ? WHERE id = ?";

    private FenceRowExample() {}

    public static void main(String... args) throws Exception {
        Path file = Succession.newFile();
        JdbcStore store = JdbcStore.sqlite(file);
        try (Succession nodes = new Succession(store);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
            statement.execute("INSERT INTO account VALUES (7, 0)");
            FenceRow accounts = store.guards().fence("accounts");

            Leadership one = nodes.ofOne();
            accounts.raise(one);
            System.out.println(accounts.apply(one, Write.of(SET, 100, 7)));

            Leadership two = nodes.ofTwo();
            accounts.raise(two); // two has written nothing yet, and one is locked out all the same
            System.out.println(accounts.apply(one, Write.of(SET, 1, 7)));
            try (ResultSet row = statement.executeQuery("SELECT balance FROM account WHERE id = 7")) {
                System.out.println("balance: " + row.getInt(1) + ", refused: " + accounts.rejected());
            }
        }
    }
}
