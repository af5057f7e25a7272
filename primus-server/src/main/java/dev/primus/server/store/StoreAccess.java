package dev.primus.server.store;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.JdbcAdmin;
import dev.primus.jdbc.JdbcDeathWatch;
import dev.primus.jdbc.JdbcPeers;
import dev.primus.jdbc.JdbcPolls;
import dev.primus.jdbc.JdbcStore;
import dev.primus.server.talk.Complaint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.logging.LogManager;

/** The way into a store. */
public final class StoreAccess {
    private final JdbcStore store;
    private final JdbcDeathWatch watch;

    private StoreAccess(JdbcStore store, JdbcDeathWatch watch) {
        this.store = store;
        this.watch = watch;
    }

    /** Finds the way; nobody is connected yet. */
    public static StoreAccess to(StoreUrl url, Credentials credentials) {
        return url.file()
                .map(file -> new StoreAccess(JdbcStore.sqlite(file), JdbcDeathWatch.sqlite(file)))
                .orElseGet(() -> onServer(server(url, credentials), url));
    }

    private static StoreAccess onServer(DriverConnector source, StoreUrl url) {
        JdbcDeathWatch watch = JdbcDeathWatch.of(url.reveal(), null, null);
        Properties properties = source.properties();
        for (String name : properties.stringPropertyNames()) {
            watch = watch.property(name, properties.getProperty(name));
        }
        return new StoreAccess(JdbcStore.on(source), watch);
    }

    private static DriverConnector server(StoreUrl url, Credentials credentials) {
        // PostgreSQL's driver logs there, to stderr, what it throws anyway.
        LogManager.getLogManager().reset();
        return DriverConnector.of(url, credentials);
    }

    /** Makes the folder that a file is to be made in. */
    public static void makeFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw Complaint.failed(
                    "the folder %s cannot be made: choose another file with --store jdbc:sqlite:/path/to/file.db."
                            .formatted(folder),
                    e);
        }
    }

    public LeaseStores stores() {
        return store;
    }

    /** The runs of the polls of an election's leaders. */
    public JdbcPolls polls(ClusterName cluster, ElectionName election, Duration lease) {
        return store.polls(cluster, election, lease);
    }

    /** The row that decides between two nodes. */
    public Witness witness(ClusterName cluster, Duration ioTimeout) {
        return store.witness(cluster, ioTimeout);
    }

    /** Where the nodes of a cluster are that decide among themselves. */
    public JdbcPeers peers(ClusterName cluster, Duration ioTimeout) {
        return store.peers(cluster, ioTimeout);
    }

    /** What work there is in a cluster, and who does it. */
    public WorkBooks work(ClusterName cluster, Duration ioTimeout) {
        return store.work(cluster, ioTimeout);
    }

    /** Where the coordinator of a cluster plans what its workers do. */
    public PlanStore plans(ClusterName cluster, Duration ioTimeout) {
        return store.plans(cluster, ioTimeout);
    }

    /** Where the workers of a cluster say that they are there. */
    public WorkerStore workers(ClusterName cluster, Duration ioTimeout) {
        return store.workers(cluster, ioTimeout);
    }

    /** A companion for a node on this store; one for each. */
    public JdbcDeathWatch deathWatch() {
        return watch;
    }

    public JdbcAdmin admin() {
        return store.admin();
    }
}
