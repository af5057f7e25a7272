package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Witness.Plea;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The row of an election in the witness's table, and the one rule by which it is promised. The row is judged by the very
 * statement that changes it, so that of two who come at once the second one meets what the first has made of it.
 */
final class PromiseRow {
    /** What another clock has stamped never counts as lapsed: see {@link #adopt}. */
    private static final String ALLOWED = """
            (token = :token AND owner = :owner AND ended = 0
              OR token < :token AND (ended = 1 OR owner = :owner OR clock_id = {clock} AND until_us <= {now}))""";

    /** A statement that has waited for the row judges it by a time that has passed; nobody waits for so long. */
    private static final long DRIFT_MICROS = TimeUnit.MINUTES.toMicros(1);

    private static final String STRANGE =
            "(ended = 0 AND (clock_id <> {clock} OR until_us - {now} > span_us + %d))".formatted(DRIFT_MICROS);

    private final ClusterName cluster;
    private final Timepiece time;
    private final Sql look;
    private final Sql make;
    private final Sql promise;
    private final Sql adopt;
    private final Sql end;

    PromiseRow(Dialect dialect, Tables tables, ClusterName cluster) {
        this.cluster = cluster;
        this.time = dialect.timepiece();
        this.look = time.sql(tables, """
                SELECT token, CASE WHEN %s THEN span_us ELSE until_us - {now} END AS left_us, CASE WHEN %s THEN 1 ELSE 0 END AS allowed, CASE WHEN %s THEN 1 ELSE 0 END AS strange
                FROM {witness} WHERE cluster = :cluster AND election = :election
                """.formatted(STRANGE, ALLOWED, STRANGE));
        this.make = time.sql(
                tables, dialect.unlessThere("INSERT INTO {witness} (cluster, election) VALUES (:cluster, :election)"));
        this.promise = time.sql(tables, """
                UPDATE {witness} SET token = :token, owner = :owner, ended = 0, until_us = {now} + :span, span_us = :span,
                  clock_id = {clock}
                WHERE cluster = :cluster AND election = :election AND %s
                """.formatted(ALLOWED));
        this.adopt = time.sql(tables, """
                UPDATE {witness} SET until_us = {now} + span_us, clock_id = {clock}
                WHERE cluster = :cluster AND election = :election AND %s
                """.formatted(STRANGE));
        this.end = time.sql(tables, """
                UPDATE {witness} SET ended = 1, until_us = 0
                WHERE cluster = :cluster AND election = :election AND token = :token AND owner = :owner
                """);
    }

    /**
     * How a plea stands with the row.
     *
     * @param highest the highest token that was promised; 0 if none
     * @param left how long the promise still runs; negative or nonsense once it does not
     * @param strange the promise was stamped by another clock, or by this one before it was set back
     */
    record Standing(long highest, boolean allowed, boolean strange, Duration left) {
        /** How long there is no use in asking again; zero if it is allowed. */
        Duration busy() {
            return allowed || left.isNegative() ? Duration.ZERO : left;
        }
    }

    /** Empty if there is no row yet. */
    Optional<Standing> look(Connection connection, Plea plea) throws SQLException {
        try (Sql.Call call = look.on(connection)) {
            List<Standing> found = bound(call, plea)
                    .list(row -> new Standing(
                            row.getLong("token"),
                            row.getInt("allowed") == 1,
                            row.getInt("strange") == 1,
                            Duration.of(row.getLong("left_us"), ChronoUnit.MICROS)));
            return found.stream().findFirst();
        }
    }

    /** A row that has promised nothing; nothing happens if there is one. */
    void make(Connection connection, Plea plea) throws SQLException {
        change(connection, make, plea, Duration.ZERO);
    }

    boolean promise(Connection connection, Plea plea, Duration span) throws SQLException {
        return change(connection, promise, plea, span) > 0;
    }

    /**
     * Counts a promise that was stamped by another clock from now on by this one, in full. So it ends at some time, and
     * not too early however far the clocks are apart.
     */
    void adopt(Connection connection, Plea plea) throws SQLException {
        change(connection, adopt, plea, Duration.ZERO);
    }

    void end(Connection connection, Plea plea) throws SQLException {
        change(connection, end, plea, Duration.ZERO);
    }

    private int change(Connection connection, Sql statement, Plea plea, Duration span) throws SQLException {
        try (Sql.Call call = statement.on(connection)) {
            return bound(call, plea).withIfUsed("span", span.toNanos() / 1000).update();
        }
    }

    private Sql.Call bound(Sql.Call call, Plea plea) throws SQLException {
        call.with("cluster", cluster.value())
                .with("election", plea.election().value())
                .withIfUsed("token", plea.term().token().value())
                .withIfUsed("owner", plea.term().leader().toString());
        return time.set(call);
    }
}
