package dev.primus.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A pool of one connection, which stays open when it is given back. */
final class Lender {
    private Lender() {}

    /** What happens before each commit. */
    @FunctionalInterface
    interface Before {
        void commit(Connection connection) throws SQLException;
    }

    static DataSource of(Connection connection) {
        return of(connection, unused -> {});
    }

    static DataSource of(Connection connection, Before before) {
        Connection lent = (Connection) Proxy.newProxyInstance(
                Lender.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, args) -> {
                    if (method.getName().equals("commit")) {
                        before.commit(connection);
                    }
                    try {
                        return method.getName().equals("close") ? null : method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (DataSource) Proxy.newProxyInstance(
                Lender.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, args) -> lent);
    }
}
