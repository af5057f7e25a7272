package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Fault;
import dev.primus.jdbc.store.HintChannel;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import dev.primus.jdbc.store.Transaction;
import dev.primus.jdbc.store.Verbs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Stands in for the dialect while it is found out: connections are used as they come. */
final class Unprepared implements Dialect {
    @Override
    public void prepare(Connection connection, Duration ioTimeout) {}

    @Override
    public void restore(Connection connection) {}

    @Override
    public Fault faultOf(SQLException error) {
        return Fault.BROKEN;
    }

    @Override
    public SqlDialect kind() {
        throw tooEarly();
    }

    @Override
    public Verbs verbs(Tables tables, StoreSession session, boolean hints) {
        throw tooEarly();
    }

    @Override
    public List<Sighting> lookAtAll(Connection connection, Tables tables, ClusterName cluster) {
        throw tooEarly();
    }

    @Override
    public long wallMicros(Connection connection) {
        throw tooEarly();
    }

    @Override
    public List<String> inspect(Connection connection, Tables tables) {
        throw tooEarly();
    }

    @Override
    public void exclusively(Connection connection, Tables tables, SchemaWork work) {
        throw tooEarly();
    }

    @Override
    public Timepiece timepiece() {
        throw tooEarly();
    }

    @Override
    public Transaction reading() {
        throw tooEarly();
    }

    @Override
    public HintChannel hints(Lines lines, Tables tables, StoreSession session) {
        throw tooEarly();
    }

    private static IllegalStateException tooEarly() {
        return new IllegalStateException("the kind of database is not known yet");
    }
}
