package dev.primus.nemesis;

/** A database that listens on a port of the loopback, and can go away and come back on the same one. */
interface DatabaseServer extends Database {

    int port();

    /** The same database through another port. */
    String urlVia(int port);

    @Override
    default String url() {
        return urlVia(port());
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
