package dev.primus.jdbc.guard;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.SqlDialect;
import dev.primus.jdbc.store.Masked;
import dev.primus.jdbc.store.Tables;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes guards for data in one database, which need not be the one of the leases.
 *
 * <pre>{@code
 * FenceRow accounts = JdbcGuards.on(dataSource).fence("accounts");
 * accounts.run(Claim.of(leadership), connection -> …);
 * }</pre>
 *
 * <p>Immutable: every option gives new ones.
 */
public final class JdbcGuards {
    private static final Pattern RESOURCE = Pattern.compile("[A-Za-z0-9._:/-]{1,190}");
    private static final Duration LEAST = Duration.ofMillis(50);

    private final DataSource source;
    private final Tables tables;
    private final ClusterName cluster;
    private final Duration limit;
    private final @Nullable SqlDialect dialect;

    private JdbcGuards(
            DataSource source, Tables tables, ClusterName cluster, Duration limit, @Nullable SqlDialect dialect) {
        this.source = source;
        this.tables = tables;
        this.cluster = cluster;
        this.limit = limit;
        this.dialect = dialect;
    }

    /** Guards on connections of {@code source}, which may be a pool: connections go back as they came. */
    public static JdbcGuards on(DataSource source) {
        return new JdbcGuards(
                source,
                Tables.DEFAULT,
                ClusterName.DEFAULT,
                LeaseTiming.DEFAULT.lease().dividedBy(4),
                null);
    }

    /** As in {@link dev.primus.jdbc.JdbcStore#tablePrefix}. */
    public JdbcGuards tablePrefix(String prefix) {
        return new JdbcGuards(source, Tables.withPrefix(prefix), cluster, limit, dialect);
    }

    /** Whose leaders write here; {@code default} if never said. */
    public JdbcGuards cluster(String name) {
        return new JdbcGuards(source, tables, new ClusterName(name), limit, dialect);
    }

    /** How long a guarded transaction may take: a quarter of this node's lease. 2.5 s if never said. */
    public JdbcGuards lease(Duration lease) {
        return limit(lease.dividedBy(4));
    }

    /** The same as a time of its own. A successor may wait for three of these beyond the lease. */
    public JdbcGuards limit(Duration limit) {
        if (limit.compareTo(LEAST) < 0 || limit.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(
                    "limit of a guarded transaction = %s: allowed is %s to PT1H".formatted(limit, LEAST));
        }
        return new JdbcGuards(source, tables, cluster, limit, dialect);
    }

    /** Says what kind of database it is, for drivers that give it another name. */
    public JdbcGuards dialect(SqlDialect kind) {
        return new JdbcGuards(source, tables, cluster, limit, kind);
    }

    /**
     * The fence row of {@code resource}, made with this call if it is missing.
     *
     * @param resource any name for what is written, the same on all nodes; guarded by tokens of one election only
     */
    public FenceRow fence(String resource) {
        if (!RESOURCE.matcher(resource).matches()) {
            throw new IllegalArgumentException(
                    "resource '%s' is not usable: allowed is %s".formatted(resource, RESOURCE.pattern()));
        }
        Footing footing = footing();
        FenceTable table = new FenceTable(footing, tables, cluster, resource);
        Transactions transactions = footing.transactions(source, limit);
        try {
            transactions.run(connection -> {
                table.makeRow(connection);
                return resource;
            });
        } catch (SQLException e) {
            throw unusable(e);
        }
        return new FenceRow(resource, table, transactions, footing, limit);
    }

    /** The guard of terms, for elections whose leases are in this database. */
    public TermGuard terms() {
        Footing footing = footing();
        return new TermGuard(footing, tables, cluster, footing.transactions(source, limit), limit);
    }

    private Footing footing() {
        if (dialect != null) {
            return Footing.of(dialect, limit);
        }
        try (Connection connection = source.getConnection()) {
            return Footing.of(SqlDialect.of(connection), limit);
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    private StoreException unusable(SQLException error) {
        return new StoreException(
                "no guard can be made with table %s: %s; run the script of SchemaScripts or JdbcAdmin.createOrUpgrade()"
                        .formatted(tables.fence(), Masked.text(error)),
                Masked.copy(error));
    }
}
