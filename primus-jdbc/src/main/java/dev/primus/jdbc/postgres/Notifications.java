package dev.primus.jdbc.postgres;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Waits for notifications, which JDBC does not know. The driver is asked by reflection: it is the application's choice,
 * may be loaded elsewhere, and everything but hints works with any.
 */
final class Notifications {
    private final Object session;
    private final Method await;
    private final Method channel;
    private final Method payload;

    Notifications(Connection connection) throws SQLException {
        try {
            ClassLoader driver = connection.getMetaData().getClass().getClassLoader();
            Class<?> extended = Class.forName("org.postgresql.PGConnection", false, driver);
            this.session = connection.unwrap(extended);
            this.await = extended.getMethod("getNotifications", int.class);
            Class<?> notification = Class.forName("org.postgresql.PGNotification", false, driver);
            this.channel = notification.getMethod("getName");
            this.payload = notification.getMethod("getParameter");
        } catch (ReflectiveOperationException e) {
            throw new SQLException("this driver cannot wait for notifications", e);
        }
    }

    /** What was told, and on which channel. */
    record Notification(String channel, String payload) {}

    /** What has come in; empty if nothing came in time. */
    List<Notification> await(int millis) throws SQLException {
        try {
            List<Notification> heard = new ArrayList<>();
            Object[] notifications = (Object[]) await.invoke(session, millis);
            if (notifications != null) {
                for (Object one : notifications) {
                    heard.add(
                            new Notification(String.valueOf(channel.invoke(one)), String.valueOf(payload.invoke(one))));
                }
            }
            return heard;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            throw new SQLException("waiting for notifications failed", e);
        } catch (IllegalAccessException e) {
            throw new SQLException("this driver cannot wait for notifications", e);
        }
    }
}
