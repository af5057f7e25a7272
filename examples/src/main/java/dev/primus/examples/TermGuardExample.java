package dev.primus.examples;

import dev.primus.Leadership;
import dev.primus.NotLeadingException;
import dev.primus.guard.StaleTokenException;
import dev.primus.jdbc.JdbcStore;
import dev.primus.jdbc.guard.TermGuard;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Guards whole transactions by the term itself. Needs a server: give the URL of a PostgreSQL database. Without one it
 * shows what SQLite answers.
 */
public final class TermGuardExample {
    private TermGuardExample() {}

    public static void main(String... args) throws Exception {
        if (args.length == 0) {
            onSqlite();
            return;
        }
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(args[0]);
        try (Succession nodes = new Succession(JdbcStore.on(source).createSchema());
                Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE audit (line text NOT NULL)");
            TermGuard guard = JdbcStore.on(source).guards().terms();
            Leadership one = nodes.ofOne();
            append(guard, one, "by one");
            Leadership two = nodes.ofTwo();
            append(guard, one, "by one, late");
            append(guard, two, "by two");
            System.out.println("written: " + guard.admitted());
        }
    }

    private static void onSqlite() throws Exception {
        try {
            JdbcStore.sqlite(Succession.newFile()).guards().terms();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void append(TermGuard guard, Leadership leadership, String line) throws SQLException {
        try {
            int rows = guard.run(leadership, connection -> {
                try (Statement insert = connection.createStatement()) {
                    return insert.executeUpdate("INSERT INTO audit VALUES ('%s')".formatted(line));
                }
            });
            System.out.println(line + ": " + rows + " row");
        } catch (NotLeadingException e) { // its own clock told it
            System.out.println(line + ": not leading");
        } catch (StaleTokenException e) { // the database told it: it had been paused after looking at its clock
            System.out.println(line + ": stale");
        }
    }
}
