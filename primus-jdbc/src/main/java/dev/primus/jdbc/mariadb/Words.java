package dev.primus.jdbc.mariadb;

import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;

/**
 * What the statements share, and where MariaDB and MySQL differ.
 *
 * @param clock an expression for which server's clock {@code {now}} is, evaluated by the server that answers, for there
 *     may be a proxy in between. MariaDB has no UUID; containers may share host name and port, but replicas of one
 *     primary have different server ids
 * @param passesOver whether updates pass over locked rows; MariaDB cannot, but refuses at once instead of waiting
 */
record Words(String clock, boolean passesOver) {
    /** Microseconds since 1970, the same in every session's time zone. */
    private static final String NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    /** Without the character set of our columns the join would read the whole table, and meet everybody's locks. */
    private static final String TEXT = "CHARACTER SET ascii COLLATE ascii_bin";

    static final Words MARIADB = new Words("CONCAT(@@hostname, ':', @@port, '/', @@server_id)", false);
    static final Words MYSQL = new Words("@@server_uuid", true);

    Sql sql(Tables tables, String template) {
        return Sql.of(
                tables,
                template.replace("{now}", NOW)
                        .replace("{clock}", clock)
                        .replace("{text190}", "VARCHAR(190) " + TEXT)
                        .replace("{text}", "VARCHAR(96) " + TEXT));
    }

    Timepiece time() {
        return Timepiece.ofServer(NOW, clock);
    }

    Sql sql(Tables tables, Change change) {
        return sql(tables, passesOver ? change.passingOverLocked() : change.plain());
    }
}
