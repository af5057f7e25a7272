package dev.primus.jdbc.guard;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Limits of a session, set back afterwards to what they were. MariaDB counts idle transactions in whole seconds, and
 * running statements exactly; MySQL knows no idle transactions, only idle sessions, and no limit for a write that runs.
 */
final class MariaDbLimits implements Limits {
    private final List<String> variables;
    private final List<String> values;
    private final Duration idle;

    private MariaDbLimits(List<String> variables, List<String> values, Duration idle) {
        this.variables = variables;
        this.values = values;
        this.idle = idle;
    }

    static MariaDbLimits forMariaDb(Duration limit) {
        Duration idle = Limits.wholeSeconds(limit);
        return new MariaDbLimits(
                List.of("idle_transaction_timeout", "innodb_lock_wait_timeout", "max_statement_time"),
                List.of(seconds(idle), lockWait(limit), "%d.%03d".formatted(limit.toSeconds(), limit.toMillisPart())),
                idle);
    }

    static MariaDbLimits forMySql(Duration limit) {
        Duration idle = Limits.wholeSeconds(limit);
        return new MariaDbLimits(
                List.of("wait_timeout", "innodb_lock_wait_timeout", "max_execution_time"),
                List.of(seconds(idle), lockWait(limit), Long.toString(limit.toMillis())),
                idle);
    }

    private static String seconds(Duration span) {
        return Long.toString(span.toSeconds());
    }

    /** Half of the limit, so that who waits in vain hears it from the server and not by a cut; 1 s at least. */
    private static String lockWait(Duration limit) {
        return Long.toString(Math.max(1, limit.toSeconds() / 2));
    }

    @Override
    public Undo remember(Connection connection) throws SQLException {
        List<String> before = read(connection);
        return after -> assign(after, before);
    }

    @Override
    public void set(Connection connection) throws SQLException {
        assign(connection, values);
    }

    /** They are the session's, and outlast the transaction. */
    @Override
    public void setAgain(Connection connection) {}

    private List<String> read(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@" + String.join(", @@", variables))) {
            row.next();
            for (int i = 1; i <= variables.size(); i++) {
                found.add(row.getString(i));
            }
        }
        return found;
    }

    private void assign(Connection connection, List<String> settings) throws SQLException {
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < variables.size(); i++) {
            assignments.add("SESSION %s = %s".formatted(variables.get(i), settings.get(i)));
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET " + String.join(", ", assignments));
        }
    }

    @Override
    public Duration idle() {
        return idle;
    }
}
