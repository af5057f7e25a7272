package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.guard.JdbcGuards;
import dev.primus.jdbc.store.Books;
import dev.primus.jdbc.store.Dialect;
import dev.primus.jdbc.store.HintChannel;
import dev.primus.jdbc.store.JdbcWitness;
import dev.primus.jdbc.store.LeaseSession;
import dev.primus.jdbc.store.Lines;
import dev.primus.jdbc.store.PauseMarks;
import dev.primus.jdbc.store.StoreConnections;
import dev.primus.jdbc.store.Tables;
import dev.primus.jdbc.work.JdbcPlans;
import dev.primus.jdbc.work.JdbcWork;
import dev.primus.jdbc.work.JdbcWorkers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases in an SQL database.
 *
 * <pre>{@code
 * LeaseStores store = JdbcStore.on(dataSource).createSchema();
 * LeaseStores local = JdbcStore.sqlite(Path.of("primus.db"));
 * }</pre>
 *
 * <p>Immutable: every option gives a new store. A session keeps two connections for its life. Each worker keeps one more.
 * {@link #plans} and {@link #work} use a connection of the open session of the same cluster if their timeout is not longer
 * than the session's, else one of their own. One connection for hints is shared by all of them; on MariaDB and MySQL each
 * session has its own. So a leader with an allocator and a worker needs four: use one store for all three. A pool whose size
 * can be read (HikariCP, DBCP, c3p0, Tomcat JDBC) and is too small is warned about. Connections need no more rights
 * than to select, insert and update our tables, unless this store creates them.
 *
 * <p>What is not promised: a database that forgets commits it has confirmed (asynchronous failover, lax flushing) can
 * issue a token twice. This is warned about where the database admits it, and {@link JdbcAdmin#raiseLineage()} is the
 * cure after a restore.
 */
public final class JdbcStore implements LeaseStores {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcStore.class);
    private static final Duration READERS_PATIENCE = Duration.ofSeconds(5);

    private final StoreConnections connections;
    private final Tables tables;
    private final @Nullable Boolean create;
    private final boolean hints;
    private final @Nullable Dialect dialect;

    private JdbcStore(
            StoreConnections connections,
            Tables tables,
            @Nullable Boolean create,
            boolean hints,
            @Nullable Dialect dialect) {
        this.connections = connections;
        this.tables = tables;
        this.create = create;
        this.hints = hints;
        this.dialect = dialect;
    }

    /** A store in the database that {@code source} leads to; its kind is found out by asking. */
    public static JdbcStore on(DataSource source) {
        return new JdbcStore(new StoreConnections(source), Tables.DEFAULT, null, true, null);
    }

    /** The same without a data source: {@code JdbcStore.on(() -> DriverManager.getConnection(url))}. */
    public static JdbcStore on(Connector connector) {
        return on(new ConnectorSource(connector));
    }

    /**
     * A store in an SQLite file, which is made if it is missing. For any number of processes of one machine, on a local
     * disk: file locks over a network do not keep what they promise, and the machine's clock is the arbiter.
     */
    public static JdbcStore sqlite(Path file) {
        String url = "jdbc:sqlite:" + file.toAbsolutePath();
        return on(() -> DriverManager.getConnection(url)).dialect(SqlDialect.SQLITE);
    }

    /** Names all tables, {@code primus_} by default: {@code primus_lease}, {@code primus_term} and so on. */
    public JdbcStore tablePrefix(String prefix) {
        return new JdbcStore(connections, Tables.withPrefix(prefix), create, hints, dialect);
    }

    /** Names the table of leases alone; to be called after {@link #tablePrefix}. */
    public JdbcStore leaseTable(String table) {
        return new JdbcStore(connections, tables.withLease(table), create, hints, dialect);
    }

    /** Makes or upgrades the tables when a session is opened. SQLite files always get theirs. */
    public JdbcStore createSchema() {
        return new JdbcStore(connections, tables, true, hints, dialect);
    }

    /** Whether to tell and hear of releases at once, which takes a connection and a thread; on by default. */
    public JdbcStore hints(boolean wanted) {
        return new JdbcStore(connections, tables, create, wanted, dialect);
    }

    /** Says what kind of database it is, for drivers that give it another name. */
    public JdbcStore dialect(SqlDialect kind) {
        return dialect(Dialects.of(kind));
    }

    JdbcStore dialect(Dialect known) {
        return new JdbcStore(connections, tables, create, hints, known);
    }

    @Override
    public LeaseStore open(StoreSession session) {
        Dialect kind = lookedOver(session.ioTimeout());
        Lines lines = new Lines(connections, kind, session.ioTimeout(), fresh -> kind.rejoin(fresh, tables));
        HintChannel channel = hints ? connections.releases(lines, tables, session) : HintChannel.NONE;
        LeaseSession opened = new LeaseSession(session, lines, kind.verbs(tables, session, hints), channel);
        connections.lend(tables, session, kind, opened.verbsLine());
        warnOfSmallPool();
        return opened;
    }

    private void warnOfSmallPool() {
        connections.warning().ifPresent(warning -> LOG.warn("{}", warning));
    }

    @Override
    public Ledger ledger(ClusterName cluster) {
        Opening opening = new Opening(connections, tables, READERS_PATIENCE);
        Dialect kind = opening.dialect(dialect);
        Lines lines = new Lines(connections, kind, READERS_PATIENCE);
        opening.checkOnly(kind);
        return new Books(kind, tables, cluster, lines);
    }

    @Override
    public Pauses pauses(ClusterName cluster) {
        Opening opening = new Opening(connections, tables, READERS_PATIENCE);
        Dialect kind = opening.dialect(dialect);
        Lines lines = new Lines(connections, kind, READERS_PATIENCE);
        opening.checkOnly(kind);
        return new PauseMarks(kind, tables, cluster, lines);
    }

    /**
     * The runs of the polls that the leaders of {@code election} have done.
     *
     * @param lease the node's, which limits how long a write may take
     */
    public JdbcPolls polls(ClusterName cluster, ElectionName election, Duration lease) {
        Opening opening = new Opening(connections, tables, READERS_PATIENCE);
        Dialect kind = opening.dialect(dialect);
        Lines lines = new Lines(connections, kind, READERS_PATIENCE);
        JdbcGuards guards = guards().cluster(cluster.value()).lease(lease);
        return new JdbcPolls(tables, cluster, guards, "primus/polls/" + election, lines);
    }

    /**
     * A voter for the elections of {@code cluster}, in a table of its own. Makes or checks the tables first, as a session
     * does, and fails if the database is away.
     *
     * @param ioTimeout within which it answers or fails
     */
    public Witness witness(ClusterName cluster, Duration ioTimeout) {
        Dialect kind = lookedOver(ioTimeout);
        return new JdbcWitness(kind, tables, cluster, new Lines(connections, kind, ioTimeout));
    }

    /**
     * Where the members of {@code cluster} are, for nodes that decide among themselves. Makes or checks the tables first,
     * as a session does, and fails if the database is away.
     *
     * @param ioTimeout within which it answers or fails
     */
    public JdbcPeers peers(ClusterName cluster, Duration ioTimeout) {
        Dialect kind = lookedOver(ioTimeout);
        return new JdbcPeers(kind, tables, cluster, new Lines(connections, kind, ioTimeout));
    }

    /**
     * Where the workers of {@code cluster} say that they are there. Makes or checks the tables first, as a session does, and
     * fails if the database is away.
     *
     * @param ioTimeout within which it answers or fails
     */
    public WorkerStore workers(ClusterName cluster, Duration ioTimeout) {
        Dialect kind = lookedOver(ioTimeout);
        Lines lines = new Lines(connections, kind, ioTimeout);
        HintChannel news = hints ? connections.plans(lines, tables, cluster) : HintChannel.NONE;
        JdbcWorkers opened = new JdbcWorkers(kind, tables, cluster, lines, news);
        warnOfSmallPool();
        return opened;
    }

    /**
     * Where the coordinator of {@code cluster} plans what its workers do; opened like {@link #workers}.
     *
     * @param ioTimeout within which it answers or fails
     */
    public PlanStore plans(ClusterName cluster, Duration ioTimeout) {
        Dialect kind = lookedOver(ioTimeout);
        return new JdbcPlans(kind, tables, cluster, new Lines(connections, kind, ioTimeout));
    }

    /**
     * Where people say what work there is in {@code cluster}, and see who does it; opened like {@link #workers}.
     *
     * @param ioTimeout within which it answers or fails
     */
    public WorkBooks work(ClusterName cluster, Duration ioTimeout) {
        Dialect kind = lookedOver(ioTimeout);
        return new JdbcWork(kind, tables, cluster, new Lines(connections, kind, ioTimeout));
    }

    /** An open session has looked these tables over, and a second look would need a further connection. */
    private Dialect lookedOver(Duration ioTimeout) {
        Dialect checked = connections.checked(tables);
        if (checked != null) {
            return checked;
        }
        Opening opening = new Opening(connections, tables, ioTimeout);
        Dialect kind = opening.dialect(dialect);
        opening.lookOver(kind, creates(kind));
        return kind;
    }

    /** For those who look after the tables. */
    public JdbcAdmin admin() {
        Opening opening = new Opening(connections, tables, JdbcAdmin.PATIENCE);
        Dialect kind = opening.dialect(dialect);
        return new JdbcAdmin(new Lines(connections, kind, JdbcAdmin.PATIENCE), kind, tables);
    }

    /**
     * For data in this database: guards by the same names, made for the {@code default} cluster and its usual lease. The
     * tables are made here already if this store makes them, so that it does not matter what comes first; only then does
     * this call reach for the database, and fails if that is away.
     */
    public JdbcGuards guards() {
        if (Boolean.TRUE.equals(create) || dialect != null && creates(dialect)) {
            admin().createOrUpgrade();
        }
        JdbcGuards guards = JdbcGuards.on(connections.source()).tablePrefix(tables.prefix());
        return dialect == null ? guards : guards.dialect(dialect.kind());
    }

    private boolean creates(Dialect kind) {
        return create == null ? kind.kind() == SqlDialect.SQLITE : create;
    }
}
