package dev.primus.jdbc;

import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a table must look like: its columns and its key. A table of the same name that somebody else made is found out
 * before the first statement fails on it, and one without its key before two nodes lead.
 */
record Shape(String table, Set<String> key, Set<String> text, Set<String> numbers) {
    static final String WHAT_TO_DO = "run the script of SchemaScripts or call createSchema()";

    static List<Shape> of(SqlDialect dialect, Tables tables) {
        Set<String> leaseNumbers = new HashSet<>(Set.of(
                "status",
                "epoch",
                "renewals",
                "expires_us",
                "lease_us",
                "granted_us",
                "created_us",
                "updated_us",
                "heir_until_us",
                "paused_us"));
        if (dialect == SqlDialect.SQLITE) {
            leaseNumbers.addAll(Set.of("stamped_us", "wall_us"));
        }
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape(tables.meta(), Set.of("name"), Set.of("name", "value"), Set.of()));
        shapes.add(new Shape(
                tables.lease(),
                Set.of("cluster", "election"),
                Set.of("cluster", "election", "owner", "nonce", "clock_id", "batch", "heir", "paused_by", "paused_why"),
                leaseNumbers));
        shapes.add(new Shape(
                tables.term(), Set.of("cluster", "election"), Set.of("cluster", "election"), Set.of("epoch")));
        shapes.add(new Shape(
                tables.history(),
                Set.of("cluster", "election", "epoch"),
                Set.of("cluster", "election", "owner", "reason"),
                Set.of("epoch", "granted_us", "ended_us")));
        shapes.add(new Shape(
                tables.node(),
                Set.of("cluster", "node", "incarnation"),
                Set.of("cluster", "node", "incarnation"),
                Set.of("started_us", "seen_us", "lapse_us")));
        shapes.add(new Shape(
                tables.candidate(),
                Set.of("cluster", "election", "node", "incarnation"),
                Set.of("cluster", "election", "node", "incarnation", "part"),
                Set.of()));
        shapes.add(new Shape(
                tables.fence(),
                Set.of("cluster", "resource"),
                Set.of("cluster", "resource", "owner"),
                Set.of("token")));
        shapes.add(new Shape(
                tables.poll(),
                Set.of("cluster", "schedule", "due_us"),
                Set.of("cluster", "schedule", "state", "node", "outcome"),
                Set.of("due_us", "token", "started_us", "ended_us")));
        shapes.add(new Shape(
                tables.witness(),
                Set.of("cluster", "election"),
                Set.of("cluster", "election", "owner", "clock_id"),
                Set.of("token", "ended", "until_us", "span_us")));
        shapes.add(new Shape(
                tables.peer(),
                Set.of("cluster", "node", "incarnation"),
                Set.of("cluster", "node", "incarnation", "address"),
                Set.of("seen_us")));
        addWork(shapes, tables);
        return shapes;
    }

    private static void addWork(List<Shape> shapes, Tables tables) {
        shapes.add(new Shape(
                tables.worker(),
                Set.of("cluster", "worker"),
                Set.of("cluster", "worker", "incarnation", "state", "zone", "about", "clock_id", "finishing"),
                Set.of("capacity", "expires_us", "lease_us", "seen", "writes", "changed_us")));
        shapes.add(
                new Shape(tables.domain(), Set.of("cluster", "domain"), Set.of("cluster", "domain"), Set.of("active")));
        shapes.add(new Shape(
                tables.tasklist(),
                Set.of("cluster", "tasklist"),
                Set.of("cluster", "tasklist", "domain"),
                Set.of("partitions", "weight", "active")));
        shapes.add(new Shape(
                tables.wish(),
                Set.of("cluster", "tasklist", "part"),
                Set.of("cluster", "tasklist", "worker"),
                Set.of("part", "wanted")));
        shapes.add(new Shape(
                tables.plan(),
                Set.of("cluster"),
                Set.of("cluster", "owner"),
                Set.of("token", "revision", "catalogue", "writes")));
        shapes.add(new Shape(
                tables.orders(),
                Set.of("cluster", "worker", "incarnation"),
                Set.of("cluster", "worker", "incarnation", "held", "asked"),
                Set.of("revision", "struck_us")));
    }

    static boolean exists(Connection connection, String table) throws SQLException {
        try (ResultSet found = connection
                .getMetaData()
                .getTables(connection.getCatalog(), null, table.replace("_", "\\_"), new String[] {"TABLE"})) {
            if (found.next()) {
                return true;
            }
        }
        try (ResultSet found = connection.getMetaData().getTables(connection.getCatalog(), null, table, null)) {
            while (found.next()) {
                if (table.equalsIgnoreCase(found.getString("TABLE_NAME"))) {
                    return true;
                }
            }
            return false;
        }
    }

    void check(Connection connection) throws SQLException {
        if (!exists(connection, table)) {
            throw new StoreException("table %s is missing: %s".formatted(table, WHAT_TO_DO));
        }
        Map<String, String> found = columns(connection);
        checkColumns(found, text, false);
        checkColumns(found, numbers, true);
        Set<String> foundKey = primaryKey(connection);
        if (!foundKey.equals(key)) {
            throw new StoreException("table %s has the primary key %s instead of %s: it was not made by Primus; choose"
                            .formatted(table, foundKey, key)
                    + " another table prefix");
        }
    }

    private void checkColumns(Map<String, String> found, Set<String> wanted, boolean numeric) {
        for (String column : wanted) {
            String type = found.get(column);
            if (type == null) {
                throw new StoreException(
                        "table %s has no column %s: it is older or not ours; %s, or choose another table prefix"
                                .formatted(table, column, WHAT_TO_DO));
            }
            if (numeric != isNumber(type)) {
                throw new StoreException("column %s.%s is of type %s, which is not what Primus makes: choose another"
                                .formatted(table, column, type)
                        + " table prefix");
            }
        }
    }

    private static boolean isNumber(String type) {
        return type.contains("int");
    }

    private Map<String, String> columns(Connection connection) throws SQLException {
        Map<String, String> columns = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + table + " WHERE 1 = 0")) {
            ResultSetMetaData about = none.getMetaData();
            for (int i = 1; i <= about.getColumnCount(); i++) {
                columns.put(
                        about.getColumnName(i).toLowerCase(Locale.ROOT),
                        about.getColumnTypeName(i).toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }

    private Set<String> primaryKey(Connection connection) throws SQLException {
        Set<String> columns = new HashSet<>();
        try (ResultSet keys = connection.getMetaData().getPrimaryKeys(connection.getCatalog(), null, table)) {
            while (keys.next()) {
                columns.add(keys.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return columns;
    }
}
