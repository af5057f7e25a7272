package dev.primus.jdbc.guard;

import dev.primus.jdbc.SqlDialect;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What guards stand on in one kind of database.
 *
 * @param lockToRead how a read is written that others may share but nobody may change
 * @param lockToChange how a read is written before a change
 * @param insert how an insertion begins and ends that leaves alone what is there
 * @param limits null if there is no server to set any
 */
record Footing(
        SqlDialect kind,
        String lockToRead,
        String lockToChange,
        String insert,
        @Nullable Limits limits) {

    static Footing of(SqlDialect kind, Duration limit) {
        return switch (kind) {
            case SQLITE -> new Footing(kind, "", "", "INSERT INTO %s ON CONFLICT DO NOTHING", null);
            case POSTGRESQL ->
                new Footing(
                        kind,
                        "FOR SHARE",
                        "FOR UPDATE",
                        "INSERT INTO %s ON CONFLICT DO NOTHING",
                        new PostgresLimits(limit));
            case MARIADB ->
                new Footing(
                        kind,
                        "LOCK IN SHARE MODE",
                        "FOR UPDATE",
                        "INSERT IGNORE INTO %s",
                        MariaDbLimits.forMariaDb(limit));
            case MYSQL ->
                new Footing(kind, "FOR SHARE", "FOR UPDATE", "INSERT IGNORE INTO %s", MariaDbLimits.forMySql(limit));
        };
    }

    Transactions transactions(DataSource source, Duration limit) {
        return limits == null ? new SqliteTransactions(source, limit) : new LimitedTransactions(source, limits, limit);
    }
}
