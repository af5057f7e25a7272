package dev.primus.jdbc.sqlite;

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
import java.time.Duration;
import java.util.List;

/**
 * SQLite, for the processes of one machine on a local disk.
 *
 * <p>Write-ahead logging lets readers go on while somebody writes; {@code synchronous = FULL} makes a commit survive a
 * power cut, without which a token could be issued twice.
 */
public final class SqliteDialect implements Dialect {
    /** How far the clocks of this machine may disagree for a mere reader, who bids for nothing. */
    private static final Duration READERS_MARGIN = Duration.ofSeconds(1);

    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int PRIMARY_CODE = 0xff;

    private final HostClock clock;

    public SqliteDialect() {
        this(HostClock.SYSTEM);
    }

    SqliteDialect(HostClock clock) {
        this.clock = clock;
    }

    @Override
    public SqlDialect kind() {
        return SqlDialect.SQLITE;
    }

    /** Waits for locks a little shorter than the verb may take, so that it can still answer. */
    @Override
    public void prepare(Connection connection, Duration ioTimeout) throws SQLException {
        Transaction.run(connection, "PRAGMA busy_timeout = " + Math.max(1, ioTimeout.toMillis() * 3 / 4));
        Transaction.run(connection, "PRAGMA journal_mode = WAL");
        Transaction.run(connection, "PRAGMA synchronous = FULL");
    }

    @Override
    public void restore(Connection connection) {}

    @Override
    public Fault faultOf(SQLException error) {
        int code = error.getErrorCode() & PRIMARY_CODE;
        return code == BUSY || code == LOCKED ? Fault.BUSY : Fault.BROKEN;
    }

    /** The file is locked as a whole in any case, and each transaction costs a write to disk: the fewer the better. */
    @Override
    public int chunk() {
        return 20_000;
    }

    @Override
    public Verbs verbs(Tables tables, StoreSession session, boolean hints) {
        return new SqliteVerbs(tables, clock, session);
    }

    @Override
    public List<Sighting> lookAtAll(Connection connection, Tables tables, ClusterName cluster) throws SQLException {
        return new SqliteLook(tables, clock, cluster, READERS_MARGIN).atAll(connection);
    }

    @Override
    public long wallMicros(Connection connection) {
        return clock.wallMicros();
    }

    @Override
    public List<String> inspect(Connection connection, Tables tables) throws SQLException {
        if (SqliteFile.of(connection) == null) {
            throw new StoreException(
                    "an in-memory SQLite database cannot be shared by nodes: use a file on a local disk");
        }
        try (Sql.Call call = Sql.of("PRAGMA journal_mode").on(connection)) {
            String mode = call.list(row -> row.getString(1)).get(0);
            if (!"wal".equalsIgnoreCase(mode)) {
                throw new StoreException("the SQLite file cannot be switched to write-ahead logging (it says '" + mode
                        + "'): it must be on a local disk and writable");
            }
        }
        return clock.bootId().isEmpty()
                ? List.of("this system does not tell one start of the machine from another: after a crash the next"
                        + " leader waits one lease longer")
                : List.of();
    }

    @Override
    public void exclusively(Connection connection, Tables tables, SchemaWork work) throws SQLException {
        Transaction.IMMEDIATE.on(connection, c -> {
            work.run();
            return true;
        });
    }

    /** The machine's: there is no server that had one. */
    @Override
    public Timepiece timepiece() {
        return new Timepiece(
                ":now",
                ":boot",
                call -> call.withIfUsed("now", clock.monotonicMicros()).withIfUsed("boot", clock.bootId()));
    }

    @Override
    public Transaction transaction() {
        return Transaction.IMMEDIATE;
    }

    @Override
    public Transaction reading() {
        return Transaction.READ_OF_FILE;
    }

    @Override
    public HintThread sharedHints(Lines lines, Tables tables, ClusterName cluster) {
        Sql revision = Sql.of(tables, "SELECT revision FROM {plan} WHERE cluster = :cluster");
        return new FileWatch(lines, cluster, new ReleaseCounter(tables, cluster), connection -> {
            try (Sql.Call call = revision.on(connection)) {
                return call.with("cluster", cluster.value()).list(row -> row.getLong(1)).stream()
                        .findFirst()
                        .orElse(0L);
            }
        });
    }
}
