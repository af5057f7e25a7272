package dev.primus.jdbc;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Deadline;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Line;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Looks after the tables: makes, checks and tidies them. Each call opens a connection and closes it again. */
public final class JdbcAdmin {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Lines lines;
    private final Dialect dialect;
    private final Tables tables;

    JdbcAdmin(Lines lines, Dialect dialect, Tables tables) {
        this.lines = lines;
        this.dialect = dialect;
        this.tables = tables;
    }

    public SqlDialect dialect() {
        return dialect.kind();
    }

    /** Makes the tables, or brings those of an earlier version up to date. Changes nothing if they are. */
    public void createOrUpgrade() {
        ask(connection -> {
            new Schema(dialect, tables).createOrUpgrade(connection);
            return true;
        });
    }

    /** Fails with the table and the column if the tables are not what this release needs. */
    public void check() {
        ask(connection -> {
            new Schema(dialect, tables).check(connection);
            return true;
        });
    }

    /** Tidies up with the usual limits: 1,000 terms, and 90 days. */
    public Tidied housekeeping() {
        return housekeeping(1000, Duration.ofDays(90));
    }

    /**
     * Tidies up. May run at any time and anywhere, also on several nodes at once.
     *
     * @param termsKept how many terms of each election the history keeps
     * @param silence after how long without a holder an election is marked as deletable, without a sign of life a node
     *     is forgotten, and after its end a worker; two days at least, as no lease is longer than one
     */
    public Tidied housekeeping(int termsKept, Duration silence) {
        Housekeeping work = limited(termsKept, silence);
        return tidy(work::carryOut);
    }

    /** What {@link #housekeeping(int, Duration)} would do now. Only reads, and needs no more rights than that. */
    public HousekeepingPlan planHousekeeping(int termsKept, Duration silence) {
        Housekeeping work = limited(termsKept, silence);
        return tidy(work::plan);
    }

    private <R> R tidy(Tidying<R> work) {
        return ask(connection -> {
            new Schema(dialect, tables).check(connection);
            return work.on(connection, dialect.wallMicros(connection));
        });
    }

    /** Done to tables that are as they should be, at a time by the store's clock. */
    @FunctionalInterface
    private interface Tidying<R> {
        R on(Connection connection, long nowMicros) throws SQLException;
    }

    private Housekeeping limited(int termsKept, Duration silence) {
        if (termsKept < 1 || silence.compareTo(Duration.ofDays(2)) < 0) {
            throw new IllegalArgumentException(
                    "housekeeping keeping %d terms after %s is not usable: allowed is 1 term and PT48H, or more"
                            .formatted(termsKept, silence));
        }
        return new Housekeeping(tables, termsKept, silence);
    }

    /** What housekeeping has done. */
    public record Tidied(int electionsMarked, int termsForgotten, int nodesForgotten, int workersForgotten) {}

    /**
     * Lifts all future tokens above every token ever issued. To be called after a backup was restored or a lagging
     * replica was promoted, since the store may then have forgotten terms that resources remember.
     *
     * @return the new lineage
     */
    public int raiseLineage() {
        return ask(connection -> raise(connection, tables));
    }

    private static int raise(Connection connection, Tables tables) throws SQLException {
        List<Integer> found;
        try (Sql.Call call = Sql.of(tables, "SELECT value FROM {meta} WHERE name = 'lineage'")
                .on(connection)) {
            found = call.list(row -> row.getInt(1));
        }
        int now = found.isEmpty() ? 0 : found.get(0);
        if (now >= FencingToken.MAX_LINEAGE) {
            throw new StoreException("the lineage is %d already and cannot be raised".formatted(now));
        }
        try (Sql.Call call = Sql.of(tables, "UPDATE {meta} SET value = :next WHERE name = 'lineage' AND value = :now")
                .on(connection)) {
            int changed = call.with("next", Integer.toString(now + 1))
                    .with("now", Integer.toString(now))
                    .update();
            if (changed == 0) {
                throw new StoreException("somebody else raised the lineage above %d just now".formatted(now));
            }
        }
        return now + 1;
    }

    private <R> R ask(Line.Work<R> work) {
        try (Line line = lines.line("admin")) {
            return line.call(Deadline.in(PATIENCE), work);
        } catch (SQLException e) {
            throw Opening.unusable(e);
        }
    }
}
