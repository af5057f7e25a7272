package dev.primus.jdbc.store;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is special about one kind of database. Stateless but for settings; shared by all sessions of a store. */
public interface Dialect {
    SqlDialect kind();

    /** Settings that hold for a connection's life, made once when it is opened. */
    void prepare(Connection connection, Duration ioTimeout) throws SQLException;

    /** Called on each new connection of a session, before its first verb: the server may be another one than before. */
    default void rejoin(Connection connection, Tables tables) throws SQLException {}

    /**
     * Undoes {@link #prepare} before a connection goes back to a pool that is not ours, but for what {@link Borrowed}
     * remembers.
     */
    void restore(Connection connection) throws SQLException;

    Fault faultOf(SQLException error);

    /**
     * How many elections go into one transaction as long as it is not known how fast this database is: not so many that
     * one locked row holds up all of them.
     */
    default int chunk() {
        return 1000;
    }

    Verbs verbs(Tables tables, StoreSession session, boolean hints);

    /** Every election of a cluster that is not marked as deletable. */
    List<Sighting> lookAtAll(Connection connection, Tables tables, ClusterName cluster) throws SQLException;

    /** The wall clock of the store in microseconds: for display and housekeeping only. */
    long wallMicros(Connection connection) throws SQLException;

    /** What an operator should know before relying on this database; fails if it cannot be used at all. */
    List<String> inspect(Connection connection, Tables tables) throws SQLException;

    /** Keeps two nodes that start together from changing the schema at the same time. */
    void exclusively(Connection connection, Tables tables, SchemaWork work) throws SQLException;

    /** Whether an error of a schema statement only says that the change was made before. */
    default boolean isAlreadyDone(SQLException error) {
        return false;
    }

    /** What tells the time in statements that are the same for every database. */
    Timepiece timepiece();

    /** A transaction that changes what it has read. */
    default Transaction transaction() {
        return Transaction.ORDINARY;
    }

    /** A transaction that only reads, all of it as of one moment. */
    Transaction reading();

    /** An insertion that does nothing if there is such a row. */
    default String unlessThere(String insert) {
        return insert + " ON CONFLICT DO NOTHING";
    }

    /** Hints of releases for one session, where sessions cannot share a thread. */
    default HintChannel hints(Lines lines, Tables tables, StoreSession session) {
        return HintChannel.NONE;
    }

    /** A thread for hints of releases and plans of a cluster; null where each session needs its own. */
    default @Nullable HintThread sharedHints(Lines lines, Tables tables, ClusterName cluster) {
        return null;
    }

    /** Tells workers of a new plan when the transaction is committed, where that does not come by itself. */
    default void tellNews(Connection connection, Tables tables, ClusterName cluster) throws SQLException {}

    /** Changes to the schema. */
    @FunctionalInterface
    interface SchemaWork {
        void run() throws SQLException;
    }
}
