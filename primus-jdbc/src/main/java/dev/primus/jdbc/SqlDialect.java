package dev.primus.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of databases that can hold leases. */
public enum SqlDialect {
    /** For the processes of one machine, in a file on a local disk; 3.44 or later. */
    SQLITE("SQLite", "3.44"),
    /** 12 or later. */
    POSTGRESQL("PostgreSQL", "12"),
    /** 10.6 or later. */
    MARIADB("MariaDB", "10.6"),
    /** 8.0 or later. */
    MYSQL("MySQL", "8.0");

    /** MariaDB before 11 tells MySQL's own driver a number of MySQL first. */
    private static final Pattern VERSION = Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,6})(?:\\.(\\d{1,6}))?");

    private final String title;
    private final String least;

    SqlDialect(String title, String least) {
        this.title = title;
        this.least = least;
    }

    /** What was found and what is needed, if a server of this version is too old; empty if it is not. */
    Optional<String> whyTooOld(String version) {
        return number(version) >= number(least)
                ? Optional.empty()
                : Optional.of("the database is %s %s, which is too old: needed is %s or later"
                        .formatted(title, version, least));
    }

    /** For comparison; a version that is not told in numbers is not too old. */
    private static long number(String version) {
        Matcher found = VERSION.matcher(version);
        if (!found.lookingAt()) {
            return Long.MAX_VALUE;
        }
        String minor = found.group(2) == null ? "0" : found.group(2);
        return Long.parseLong(found.group(1)) * 1_000_000 + Long.parseLong(minor);
    }

    /** Finds the kind by asking. */
    public static SqlDialect of(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        return ofProduct(about.getDatabaseProductName(), about.getDatabaseProductVersion());
    }

    /** Finds the kind by the product name that a driver reports. */
    static SqlDialect ofProduct(String product, String version) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.contains("sqlite")) {
            return SQLITE;
        }
        if (name.contains("postgresql")) {
            return POSTGRESQL;
        }
        if (name.contains("mariadb") || version.toLowerCase(Locale.ROOT).contains("mariadb")) {
            return MARIADB;
        }
        if (name.contains("mysql")) {
            return MYSQL;
        }
        throw new IllegalArgumentException(
                "database '%s' is not known: name its kin with JdbcStore.dialect(...)".formatted(product));
    }

    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }
}
