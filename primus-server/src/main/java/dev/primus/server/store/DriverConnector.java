package dev.primus.server.store;

import dev.primus.jdbc.Connector;
import dev.primus.server.talk.Complaint;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Connections straight from the driver. A node keeps its few for life and replaces them when they break, and other
 * commands need one: a pool would only be one more thing a renewal could wait for.
 */
final class DriverConnector implements Connector {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** How long a server may say nothing while we log in; whoever uses the connection then sets limits of its own. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Driver driver;
    private final StoreUrl url;
    private final Credentials credentials;

    private DriverConnector(Driver driver, StoreUrl url, Credentials credentials) {
        this.driver = driver;
        this.url = url;
        this.credentials = credentials;
    }

    static DriverConnector of(StoreUrl url, Credentials credentials) {
        try {
            return new DriverConnector(DriverManager.getDriver(url.reveal()), url, credentials);
        } catch (SQLException e) {
            throw Complaint.usage(
                    url.kind() == StoreUrl.Kind.MYSQL
                            ? "no driver for jdbc:mysql: is in the program, for its licence is another: download"
                                    + " MySQL's Connector/J and run PRIMUS_CLASSPATH=/path/to/mysql-connector-j.jar"
                                    + " primus …; for a MariaDB server write jdbc:mariadb: instead."
                            : "no driver takes %s: check the URL; more drivers can be added with PRIMUS_CLASSPATH."
                                    .formatted(url),
                    e);
        }
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = driver.connect(url.reveal(), properties());
        if (connection == null) {
            throw new SQLException("the driver does not take this URL", "08001");
        }
        return connection;
    }

    Properties properties() {
        Properties account = new Properties();
        if (credentials.user() != null) {
            account.setProperty("user", credentials.user());
        }
        if (credentials.password() != null) {
            account.setProperty("password", credentials.password());
        }
        limits().forEach((name, value) -> {
            if (!url.reveal().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT) + "=")) {
                account.setProperty(name, value);
            }
        });
        return account;
    }

    /** PostgreSQL's driver counts seconds, the others milliseconds. */
    private Map<String, String> limits() {
        return switch (url.kind()) {
            case SQLITE -> Map.of();
            case POSTGRESQL ->
                Map.of(
                        "connectTimeout", Long.toString(CONNECT.toSeconds()),
                        "loginTimeout", Long.toString(SILENCE.toSeconds()),
                        "socketTimeout", Long.toString(SILENCE.toSeconds()));
            case MARIADB, MYSQL ->
                Map.of(
                        "connectTimeout", Long.toString(CONNECT.toMillis()),
                        "socketTimeout", Long.toString(SILENCE.toMillis()));
        };
    }
}
