package dev.primus.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;

/** A source whose connections begin with a statement. */
final class SteppedSource {
    private SteppedSource() {}

    static DataSource of(DataSource plain, String first) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> {
                    try {
                        Object result = method.invoke(plain, args);
                        if (result instanceof Connection connection) {
                            try (Statement statement = connection.createStatement()) {
                                statement.execute(first);
                            }
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
