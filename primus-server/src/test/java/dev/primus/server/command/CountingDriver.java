package dev.primus.server.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before the driver of a URL and counts the statements that are executed, until it is closed. */
final class CountingDriver implements AutoCloseable {
    private final AtomicInteger executed = new AtomicInteger();
    private final Driver plain;
    private final Driver counting;

    private CountingDriver(Driver plain) {
        this.plain = plain;
        this.counting = watched(Driver.class, plain);
    }

    static CountingDriver before(String url) throws SQLException {
        CountingDriver driver = new CountingDriver(DriverManager.getDriver(url));
        DriverManager.deregisterDriver(driver.plain);
        DriverManager.registerDriver(driver.counting);
        return driver;
    }

    int executed() {
        return executed.get();
    }

    private <T> T watched(Class<T> type, Object plainOne) {
        return type.cast(Proxy.newProxyInstance(
                CountingDriver.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
                    if (plainOne instanceof Statement && method.getName().startsWith("execute")) {
                        executed.incrementAndGet();
                    }
                    try {
                        Object result = method.invoke(plainOne, args);
                        boolean leadsToStatements = result instanceof Connection && plainOne instanceof Driver
                                || result instanceof Statement && plainOne instanceof Connection;
                        return leadsToStatements ? watched(method.getReturnType(), result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public void close() throws SQLException {
        DriverManager.deregisterDriver(counting);
        DriverManager.registerDriver(plain);
    }
}
