package dev.primus.jdbc.store;

import java.sql.SQLException;

/**
 * How a statement tells the time by the database's clock, which is the one that judges leases too.
 *
 * @param now an expression for microseconds on that clock
 * @param clock an expression for which clock that is
 * @param hands binds both where the database cannot tell them by itself
 */
public record Timepiece(String now, String clock, Hands hands) {

    public static Timepiece ofServer(String now, String clock) {
        return new Timepiece(now, clock, call -> {});
    }

    /** A statement that says {@code {now}} and {@code {clock}}. */
    public Sql sql(Tables tables, String template) {
        return Sql.of(tables, template.replace("{now}", now).replace("{clock}", clock));
    }

    /** The statement on the point of being executed. */
    public Sql.Call set(Sql.Call call) throws SQLException {
        hands.set(call);
        return call;
    }

    /** Sets a statement to the present time. */
    @FunctionalInterface
    public interface Hands {
        void set(Sql.Call call) throws SQLException;
    }
}
