package dev.primus.jdbc;

import dev.primus.jdbc.mariadb.MariaDbDialect;
import dev.primus.jdbc.mariadb.MySqlDialect;
import dev.primus.jdbc.postgres.PostgresDialect;
import dev.primus.jdbc.sqlite.SqliteDialect;
import dev.primus.jdbc.store.Dialect;

/** The class behind each kind of database. */
final class Dialects {
    private Dialects() {}

    static Dialect of(SqlDialect kind) {
        return switch (kind) {
            case SQLITE -> new SqliteDialect();
            case POSTGRESQL -> new PostgresDialect();
            case MARIADB -> new MariaDbDialect();
            case MYSQL -> new MySqlDialect();
        };
    }
}
