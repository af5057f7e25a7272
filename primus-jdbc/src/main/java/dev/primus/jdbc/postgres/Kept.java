package dev.primus.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Has the server keep a statement that it has read, from its first use on. The driver would wait for the fifth, and
 * hand-overs are rarer than that. Asked by reflection, as in {@link Notifications}; with another driver, or where the
 * application forbade it because of a pooler, all goes on without.
 */
final class Kept {
    private final Class<?> extended;
    private final Method threshold;
    private final Method setThreshold;

    private Kept(Class<?> extended) throws NoSuchMethodException {
        this.extended = extended;
        this.threshold = extended.getMethod("getPrepareThreshold");
        this.setThreshold = extended.getMethod("setPrepareThreshold", int.class);
    }

    private static final ClassValue<Kept[]> BY_DRIVER = new ClassValue<>() {
        @Override
        protected Kept[] computeValue(Class<?> ofDriver) {
            try {
                return new Kept[] {
                    new Kept(Class.forName("org.postgresql.PGStatement", false, ofDriver.getClassLoader()))
                };
            } catch (ReflectiveOperationException e) {
                return new Kept[0];
            }
        }
    };

    static void of(PreparedStatement statement) throws SQLException {
        Class<?> ofDriver = statement.getConnection().getMetaData().getClass();
        for (Kept driver : BY_DRIVER.get(ofDriver)) {
            driver.keep(statement);
        }
    }

    private void keep(PreparedStatement statement) throws SQLException {
        if (!statement.isWrapperFor(extended)) {
            return;
        }
        Object driversOwn = statement.unwrap(extended);
        try {
            if ((int) threshold.invoke(driversOwn) > 1) {
                setThreshold.invoke(driversOwn, 1);
            }
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new SQLException("this driver does not let its statements be kept", e);
        }
    }
}
