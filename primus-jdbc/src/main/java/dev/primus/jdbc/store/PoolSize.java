package dev.primus.jdbc.store;

import java.lang.reflect.Method;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Reads the size of a connection pool from its data source. The pool is the application's choice, so its getters are
 * called by reflection: HikariCP, DBCP, c3p0 and Tomcat JDBC are known. Empty for every other data source.
 */
final class PoolSize {
    private static final String[] MAXIMUM = {"getMaximumPoolSize", "getMaxTotal", "getMaxPoolSize", "getMaxActive"};
    private static final String[] ACTIVE = {"getActiveConnections", "getNumActive", "getNumBusyConnections"};

    private final DataSource source;

    PoolSize(DataSource source) {
        this.source = source;
    }

    OptionalInt maximum() {
        OptionalInt found = first(source.getClass(), source, MAXIMUM);
        return found.isPresent() && found.getAsInt() > 0 ? found : OptionalInt.empty();
    }

    /** The connections that are in use now. HikariCP tells it through a bean of its own. */
    OptionalInt active() {
        try {
            Method bean = source.getClass().getMethod("getHikariPoolMXBean");
            Object pool = bean.invoke(source);
            return pool == null ? OptionalInt.empty() : first(bean.getReturnType(), pool, ACTIVE);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return first(source.getClass(), source, ACTIVE);
        }
    }

    private static OptionalInt first(Class<?> type, Object target, String... getters) {
        for (String getter : getters) {
            Integer value = read(type, target, getter);
            if (value != null) {
                return OptionalInt.of(value);
            }
        }
        return OptionalInt.empty();
    }

    private static @Nullable Integer read(Class<?> type, Object target, String getter) {
        try {
            return type.getMethod(getter).invoke(target) instanceof Integer value ? value : null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
