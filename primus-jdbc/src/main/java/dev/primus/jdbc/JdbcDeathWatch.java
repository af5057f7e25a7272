package dev.primus.jdbc;

import dev.primus.deathwatch.CompanionWatch;
import dev.primus.deathwatch.companion.CompanionSpec;
import dev.primus.jdbc.deathwatch.Access;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A death watch over a store in an SQL database: should this process die on a living host (kill -9, out of memory, a
 * crash), a small companion process sees it within milliseconds and gives its leases back, so that others take over at
 * once instead of after a lease. A process that is only stopped is not dead, and nothing is given back for it.
 *
 * <pre>{@code
 * Primus.builder().node("core-1").store(JdbcStore.on(dataSource))
 *     .deathWatch(JdbcDeathWatch.of(url, user, password)).build();
 * }</pre>
 *
 * <p><b>What it cannot know.</b> It proves that no thread of the process runs any more, not that all it has sent has
 * ended. A statement that is already at the server, bytes in socket buffers and child processes that duties have started
 * live on, and a takeover within milliseconds makes it likelier that they overlap with the next leader. Writes must carry
 * the token, as ever. The host's death is seen by nobody here: then the lease runs out.
 *
 * <p>For Linux; elsewhere, and whenever the companion cannot be started or dies, everything works at lease speed, and
 * the feed says so. The account goes through a pipe, never by a command line. Immutable but for the watch it keeps; one
 * for each node.
 */
public final class JdbcDeathWatch extends CompanionWatch {
    private final Access access;
    private final List<Path> classPath;

    private JdbcDeathWatch(Access access, List<Path> classPath) {
        this.access = access;
        this.classPath = List.copyOf(classPath);
    }

    /** For the same database as the store's; user and password may be null where the URL says enough. */
    public static JdbcDeathWatch of(String url, @Nullable String user, @Nullable String password) {
        return new JdbcDeathWatch(Access.to(url).property("user", user).property("password", password), List.of());
    }

    public static JdbcDeathWatch sqlite(Path file) {
        return of("jdbc:sqlite:" + file.toAbsolutePath(), null, null).dialect(SqlDialect.SQLITE);
    }

    /** A property of the driver, such as a timeout. */
    public JdbcDeathWatch property(String name, String value) {
        return new JdbcDeathWatch(access.property(name, value), classPath);
    }

    /** As {@link JdbcStore#tablePrefix}. */
    public JdbcDeathWatch tablePrefix(String prefix) {
        return new JdbcDeathWatch(access.with("prefix", prefix), classPath);
    }

    /** As {@link JdbcStore#leaseTable}. */
    public JdbcDeathWatch leaseTable(String table) {
        return new JdbcDeathWatch(access.with("lease", table), classPath);
    }

    /** As {@link JdbcStore#dialect(SqlDialect)}. */
    public JdbcDeathWatch dialect(SqlDialect kind) {
        return new JdbcDeathWatch(access.with("dialect", kind.name()), classPath);
    }

    /** Jars for the companion besides those of Primus and of the driver, or instead if those are packed into another. */
    public JdbcDeathWatch classPath(List<Path> jars) {
        return new JdbcDeathWatch(access, jars);
    }

    @Override
    protected CompanionSpec spec() {
        return access.companion(classPath);
    }
}
