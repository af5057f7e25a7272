package dev.primus.server.peers;

import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerFinder;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.JdbcPeers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds peers in a table, and shows this node there each time it looks: the link looks often enough for both. The store is
 * opened when it is first needed, so that a node starts without it and finds the others once it is there.
 */
public final class StorePeers implements PeerFinder {
    private static final Logger LOG = LoggerFactory.getLogger(StorePeers.class);

    private final Function<ClusterName, JdbcPeers> opening;
    private final PeerAddress address;
    private volatile @Nullable Presence presence;
    private volatile @Nullable JdbcPeers table;

    /** @param address where this node listens */
    public StorePeers(Function<ClusterName, JdbcPeers> opening, PeerAddress address) {
        this.opening = opening;
        this.address = address;
    }

    private record Presence(ClusterName cluster, NodeId self) {}

    /** Who this node is; before that nobody is looked for. */
    void enter(ClusterName cluster, NodeId self) {
        presence = new Presence(cluster, self);
    }

    @Override
    public List<PeerAddress> find() {
        Presence present = presence;
        if (present == null) {
            return List.of();
        }
        JdbcPeers open = opened(present.cluster());
        if (presence == null) {
            // left while it was opened
            table = null;
            open.close();
            return List.of();
        }
        open.announce(present.self(), address.toString());
        List<PeerAddress> found = new ArrayList<>();
        open.find().forEach(text -> parse(text, found));
        return found;
    }

    private JdbcPeers opened(ClusterName cluster) {
        JdbcPeers open = table;
        if (open == null) {
            open = opening.apply(cluster);
            table = open;
        }
        return open;
    }

    /** A row that somebody wrote by hand does not hide the others. */
    private static void parse(String text, List<PeerAddress> found) {
        try {
            found.add(PeerAddress.parse(text));
        } catch (IllegalArgumentException e) {
            LOG.debug("passed over: {}", e.getMessage());
        }
    }

    /** If the store is away, the others stop looking there by themselves after a while. */
    void leave() {
        Presence present = presence;
        presence = null;
        JdbcPeers open = table;
        table = null;
        if (open == null) {
            return;
        }
        try (open) {
            if (present != null) {
                open.withdraw(present.self());
            }
        } catch (StoreException e) {
            LOG.debug("not withdrawn: {}", e.getMessage());
        }
    }
}
