package dev.primus.jdbc.deathwatch;

import dev.primus.deathwatch.companion.CompanionSpec;
import dev.primus.jdbc.JdbcStore;
import dev.primus.jdbc.SqlDialect;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * How a store is reached, as words that go through a pipe. The text form shows none of them.
 *
 * @param words {@code url}, and where they differ from the default {@code dialect}, {@code prefix}, {@code lease};
 *     the driver's properties, user and password among them, have a dot in front
 */
public record Access(Map<String, String> words) {
    public Access {
        words = Map.copyOf(words);
    }

    public static Access to(String url) {
        return new Access(Map.of("url", url));
    }

    public Access with(String name, @Nullable String value) {
        Map<String, String> more = new HashMap<>(words);
        if (value != null) {
            more.put(name, value);
        }
        return new Access(more);
    }

    public Access property(String name, @Nullable String value) {
        return with("." + name, value);
    }

    public String url() {
        return words.getOrDefault("url", "");
    }

    /** The same store, as somebody who neither makes tables nor listens. */
    JdbcStore store() {
        JdbcStore store = JdbcStore.on(() -> DriverManager.getConnection(url(), properties()));
        String dialect = words.get("dialect");
        String prefix = words.get("prefix");
        String lease = words.get("lease");
        store = dialect == null ? store : store.dialect(SqlDialect.valueOf(dialect));
        store = prefix == null ? store : store.tablePrefix(prefix);
        return lease == null ? store : store.leaseTable(lease);
    }

    /** The companion's end of the same access: this store's drivers, and who gives back. */
    public CompanionSpec companion(List<Path> classPath) {
        List<Class<?>> drivers = new ArrayList<>();
        DriverManager.drivers().filter(this::takes).forEach(driver -> drivers.add(driver.getClass()));
        return new CompanionSpec(StoreReleaserFactory.class, words, drivers, classPath);
    }

    private boolean takes(Driver driver) {
        try {
            return driver.acceptsURL(url());
        } catch (SQLException e) {
            return false;
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        words.forEach((name, value) -> {
            if (name.startsWith(".")) {
                properties.setProperty(name.substring(1), value);
            }
        });
        return properties;
    }

    @Override
    public String toString() {
        return "Access";
    }
}
