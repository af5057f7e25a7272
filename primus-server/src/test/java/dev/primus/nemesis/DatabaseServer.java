package dev.primus.nemesis;

import dev.primus.jdbc.JdbcStore;
import java.sql.DriverManager;

/** A database that listens on a port of the loopback, and can go away and come back on the same one. */
interface DatabaseServer extends Database {

    int port();

    /** The same database through another port. */
    String urlVia(int port);

    @Override
    default String url() {
        return urlVia(port());
    }

    @Override
    default JdbcStore store() {
        String address = url();
        return JdbcStore.on(() -> DriverManager.getConnection(address, user(), password()))
                .createSchema();
    }

    /** Starts it with what it knew before, if anything. */
    void start() throws Exception;

    /** Ends it with all its connections; when this returns, nobody is served any more. */
    void stop() throws Exception;

    @Override
    default void close() throws Exception {
        stop();
    }
}
