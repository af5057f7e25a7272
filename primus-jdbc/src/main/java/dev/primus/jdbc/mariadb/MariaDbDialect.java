package dev.primus.jdbc.mariadb;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.StoreSession;
import dev.primus.jdbc.SqlDialect;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.Fault;
import dev.primus.jdbc.store.Fingerprint;
import dev.primus.jdbc.store.HintChannel;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.Sql;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.store.Timepiece;
import dev.primus.jdbc.store.Transaction;
import dev.primus.jdbc.store.Verbs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** MariaDB, and what MySQL has in common with it. */
public class MariaDbDialect implements Dialect {
    /**
     * Lock wait over, deadlock, changed under a snapshot, statement time over, lock not available: nothing was done.
     */
    private static final Set<Integer> BUSY = Set.of(1205, 1213, 1020, 1969, 3024, 3572);

    private static final int SCHEMA_LOCK_SECONDS = 20;

    private final Words words;

    public MariaDbDialect() {
        this(Words.MARIADB);
    }

    MariaDbDialect(Words words) {
        this.words = words;
    }

    @Override
    public SqlDialect kind() {
        return SqlDialect.MARIADB;
    }

    /**
     * A locked row is not waited for at all: the server would end the wait of a whole batch in whole seconds, while a
     * batch that fails at once leaves time to find the row and go on without it.
     */
    @Override
    public void prepare(Connection connection, Duration ioTimeout) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, Math.toIntExact(Math.min(Math.max(1, ioTimeout.toMillis()), Integer.MAX_VALUE)));
        limit(connection, ioTimeout);
        if (allowsReadCommitted(connection)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    /** A client that stops within a transaction is cut off, or what it has locked would stay locked for hours. */
    void limit(Connection connection, Duration ioTimeout) throws SQLException {
        Transaction.run(
                connection,
                ("SET SESSION innodb_lock_wait_timeout = 0, SESSION max_statement_time = %d.%03d,"
                                + " SESSION idle_transaction_timeout = %d")
                        .formatted(ioTimeout.toSeconds(), ioTimeout.toMillisPart(), ioTimeout.toSeconds() + 1));
    }

    void unlimited(Connection connection) throws SQLException {
        Transaction.run(
                connection,
                "SET SESSION max_statement_time = 0, SESSION innodb_lock_wait_timeout = 20, SESSION idle_transaction_timeout = 0");
    }

    @Override
    public void restore(Connection connection) throws SQLException {
        Transaction.run(
                connection,
                "SET SESSION innodb_lock_wait_timeout = DEFAULT, SESSION max_statement_time = DEFAULT,"
                        + " SESSION idle_transaction_timeout = DEFAULT");
        giveBack(connection);
    }

    /** A lock that announces a leader would stay with the connection in its pool. */
    static void giveBack(Connection connection) throws SQLException {
        Transaction.run(connection, "DO RELEASE_ALL_LOCKS()");
    }

    /** With statement-based replication the server refuses writes at this level. */
    private static boolean allowsReadCommitted(Connection connection) throws SQLException {
        return !"STATEMENT".equalsIgnoreCase(variable(connection, "binlog_format"));
    }

    @Override
    public Fault faultOf(SQLException error) {
        return BUSY.contains(error.getErrorCode()) ? Fault.BUSY : Fault.BROKEN;
    }

    @Override
    public Verbs verbs(Tables tables, StoreSession session, boolean hints) {
        return new MariaDbVerbs(words, tables, session);
    }

    @Override
    public List<Sighting> lookAtAll(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        return MariaDbLook.atAll(words, connection, tables, cluster);
    }

    @Override
    public long wallMicros(Connection connection) throws SQLException {
        try (Sql.Call call = words.sql(Tables.DEFAULT, "SELECT {now}").on(connection)) {
            return call.list(row -> row.getLong(1)).get(0);
        }
    }

    @Override
    public List<String> inspect(Connection connection, Tables tables) throws SQLException {
        if (isOn(variable(connection, "read_only"))) {
            throw new StoreException(
                    "the %s server is read-only, perhaps a replica: point the data source at the primary"
                            .formatted(kind()));
        }
        List<String> warnings = new ArrayList<>();
        if (!"1".equals(variable(connection, "innodb_flush_log_at_trx_commit"))) {
            warnings.add(
                    "%s confirms commits before they are on disk (innodb_flush_log_at_trx_commit is not 1): after a"
                                    .formatted(kind())
                            + " crash of the server a fencing token may be issued twice");
        }
        if (isOn(variable(connection, "log_bin")) && !"1".equals(variable(connection, "sync_binlog"))) {
            warnings.add(
                    "%s does not sync its binary log (sync_binlog is not 1): after a failover a fencing token may be"
                                    .formatted(kind())
                            + " issued twice");
        }
        return warnings;
    }

    private static boolean isOn(String value) {
        return value.equals("1") || value.equalsIgnoreCase("ON");
    }

    static String variable(Connection connection, String name) throws SQLException {
        try (Sql.Call call = Sql.of("SELECT @@" + name).on(connection)) {
            return call.list(row -> String.valueOf(row.getString(1))).get(0);
        }
    }

    /** Changes of the schema commit by themselves here, so a lock keeps others out and each can be repeated. */
    @Override
    public void exclusively(Connection connection, Tables tables, SchemaWork work) throws SQLException {
        String lock = "primus_schema_" + Fingerprint.of(tables.lease());
        try (Sql.Call call = Sql.of("SELECT GET_LOCK(:name, :seconds)").on(connection)) {
            connection.setNetworkTimeout(Runnable::run, 2 * SCHEMA_LOCK_SECONDS * 1000);
            unlimited(connection);
            int got = call.with("name", lock)
                    .with("seconds", SCHEMA_LOCK_SECONDS)
                    .list(row -> row.getInt(1))
                    .get(0);
            if (got != 1) {
                throw new StoreException(
                        "another node has been changing the tables for %d s: try again".formatted(SCHEMA_LOCK_SECONDS));
            }
        }
        try {
            work.run();
        } finally {
            try (Sql.Call call = Sql.of("SELECT RELEASE_LOCK(:name)").on(connection)) {
                call.with("name", lock).list(row -> row.getInt(1));
            }
        }
    }

    @Override
    public Timepiece timepiece() {
        return words.time();
    }

    @Override
    public String unlessThere(String insert) {
        return insert.replace("INSERT INTO", "INSERT IGNORE INTO");
    }

    @Override
    public Transaction reading() {
        return Transaction.READ_SNAPSHOT;
    }

    @Override
    public HintChannel hints(Lines lines, Tables tables, StoreSession session) {
        return new LeaderLock(lines, tables, session);
    }
}
