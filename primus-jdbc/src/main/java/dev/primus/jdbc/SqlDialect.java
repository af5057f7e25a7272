package dev.primus.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** The kinds of databases that can hold leases. */
public enum SqlDialect {
    /** For the processes of one machine, in a file on a local disk; 3.44 or later. */
    SQLITE,
    /** 12 or later. */
    POSTGRESQL,
    /** 10.6 or later. */
    MARIADB,
    /** 8.0 or later. */
    MYSQL;

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
