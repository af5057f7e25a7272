package dev.primus.jdbc.postgres;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.SqlDialect;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Fault;
import dev.primus.jdbc.store.HintThread;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import dev.primus.jdbc.store.Transaction;
import dev.primus.jdbc.store.Verbs;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL. */
public final class PostgresDialect implements Dialect {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.jdbc");
    private static final String LINEAGE_RAISED =
            "the PostgreSQL server was failed over or restored since the %s: the lineage was raised, so that new fencing"
                    + " tokens are above all former ones";

    /** Serialization failure, deadlock, lock not available, cancelled by a timeout of ours: nothing was done. */
    private static final Set<String> BUSY = Set.of("40001", "40P01", "55P03", "57014");

    /** An advisory lock for changes of the schema; any number that nobody else uses. */
    private static final long SCHEMA_LOCK = 0x5072696D7573L;

    @Override
    public SqlDialect kind() {
        return SqlDialect.POSTGRESQL;
    }

    /**
     * READ COMMITTED, whatever the server's default is: a statement that waited for a row then judges it as it has
     * become. Locks are waited for much shorter than a statement may take, so that there is time for another try.
     */
    @Override
    public void prepare(Connection connection, Duration ioTimeout) throws SQLException {
        long millis = Math.max(1, ioTimeout.toMillis());
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.min(millis, Integer.MAX_VALUE)));
        run(
                connection,
                "SET statement_timeout = %d; SET lock_timeout = %d; SET idle_in_transaction_session_timeout = %d"
                        .formatted(millis, Math.max(1, millis / 8), millis));
        run(connection, Plans.FOR_EACH);
        if (connection.getMetaData().getDatabaseMajorVersion() >= 14) {
            checkClientWhileBusy(connection, millis);
        }
    }

    /** Ends a statement whose client is gone; not every platform can. */
    private static void checkClientWhileBusy(Connection connection, long millis) throws SQLException {
        try {
            run(connection, "SET client_connection_check_interval = %d".formatted(Math.max(1, millis / 2)));
        } catch (SQLException e) {
            if (!"22023".equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    @Override
    public void restore(Connection connection) throws SQLException {
        run(connection, Plans.AS_USUAL);
        run(connection, "RESET statement_timeout; RESET lock_timeout; RESET idle_in_transaction_session_timeout");
        if (connection.getMetaData().getDatabaseMajorVersion() >= 14) {
            run(connection, "RESET client_connection_check_interval");
        }
    }

    @Override
    public Fault faultOf(SQLException error) {
        return error.getSQLState() != null && BUSY.contains(error.getSQLState()) ? Fault.BUSY : Fault.BROKEN;
    }

    @Override
    public Verbs verbs(Tables tables, StoreSession session, boolean hints) {
        return new PostgresVerbs(tables, session, hints);
    }

    @Override
    public List<Sighting> lookAtAll(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        return PostgresLook.atAll(connection, tables, cluster);
    }

    @Override
    public long wallMicros(Connection connection) throws SQLException {
        try (Sql.Call call = Postgres.sql(Tables.DEFAULT, "SELECT {now}").on(connection)) {
            return call.list(row -> row.getLong(1)).get(0);
        }
    }

    @Override
    public List<String> inspect(Connection connection, Tables tables) throws SQLException {
        if (show(connection, "transaction_read_only").equals("on")) {
            throw new StoreException("the PostgreSQL server is read-only, perhaps a standby: point the data source at"
                    + " the primary (targetServerType=primary)");
        }
        List<String> warnings = new ArrayList<>();
        if (show(connection, "synchronous_commit").equals("off")
                || show(connection, "fsync").equals("off")) {
            warnings.add(
                    "PostgreSQL confirms commits before they are on disk (synchronous_commit or fsync is off): after"
                            + " a crash of the server a fencing token may be issued twice");
        }
        if (new Timeline(tables).follow(connection)) {
            warnings.add(LINEAGE_RAISED.formatted("last start"));
        }
        return warnings;
    }

    /** Whoever lost its connection may have lost it by a failover. */
    @Override
    public void rejoin(Connection connection, Tables tables) throws SQLException {
        if (new Timeline(tables).follow(connection)) {
            LOG.warn("{}", LINEAGE_RAISED.formatted("last connection"));
        }
    }

    private static String show(Connection connection, String setting) throws SQLException {
        try (Sql.Call call = Sql.of("SELECT pg_catalog.current_setting(:name)").on(connection)) {
            return call.with("name", setting).list(row -> row.getString(1)).get(0);
        }
    }

    @Override
    public void exclusively(Connection connection, Tables tables, SchemaWork work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            run(connection, "SET LOCAL lock_timeout = 0");
            run(connection, "SELECT pg_catalog.pg_advisory_xact_lock(%d)".formatted(SCHEMA_LOCK));
            work.run();
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    @Override
    public Timepiece timepiece() {
        return Postgres.TIME;
    }

    @Override
    public Transaction reading() {
        return Transaction.READ_REPEATABLY;
    }

    @Override
    public HintThread sharedHints(Lines lines, Tables tables, ClusterName cluster) {
        return new Subscription(lines, tables, cluster);
    }

    @Override
    public void tellNews(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        PlanChannel.tell(connection, tables, cluster);
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
