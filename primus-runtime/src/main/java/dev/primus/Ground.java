package dev.primus;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.StoreSession;
import dev.primus.deathwatch.DeathWatch;
import dev.primus.deathwatch.DeathWatches;
import dev.primus.deathwatch.Post;
import dev.primus.deathwatch.WatchedStore;
import dev.primus.deathwatch.companion.ReleaseKeys;
import dev.primus.runtime.effect.Arbiter;
import dev.primus.runtime.effect.StoreArbiter;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.peers.PeerArbiter;
import dev.primus.runtime.peers.PeerBooks;
import dev.primus.runtime.peers.WatchedArbiter;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a node's elections stand on: a store, or the node's peers.
 *
 * @param books opens the books of the cluster for reading
 * @param marks opens the place where its elections are paused
 * @param peers the other nodes; null if only a store knows them
 * @param office where the peers vote; null if they do not
 */
record Ground(
        Arbiter arbiter,
        Supplier<Ledger> books,
        Supplier<Pauses> marks,
        @Nullable Peers peers,
        @Nullable BallotOffice office,
        Runnable closing) {

    static Ground ofStore(
            LeaseStores stores,
            @Nullable DeathWatches watches,
            ClusterName cluster,
            NodeId self,
            LeaseTiming timing,
            Stage stage,
            NodeFeed feed) {
        StoreSession session = session(cluster, self, timing);
        LeaseStore store = stores.open(session);
        if (watches != null) {
            DeathWatch watch = watches.open(new Post(session, timing, stage::nanos, new WatchNews(feed)));
            store = new WatchedStore(store, watch, stage::nanos);
        }
        return new Ground(
                new StoreArbiter(store, stage.courier(store)),
                () -> stores.ledger(cluster),
                () -> stores.pauses(cluster),
                null,
                null,
                store::close);
    }

    static Ground amongPeers(PeerArbiter<?> arbiter, @Nullable BallotOffice office, Duration patience) {
        Supplier<PeerBooks> books = () -> new PeerBooks(arbiter, patience);
        return new Ground(arbiter, books::get, books::get, arbiter, office, arbiter::close);
    }

    /** The same peers, with a companion that is told what they confirm. */
    Ground watchedBy(
            DeathWatches watches, ClusterName cluster, NodeId self, LeaseTiming timing, Stage stage, NodeFeed feed) {
        PeerArbiter<?> among = (PeerArbiter<?>) arbiter;
        Post post = new Post(session(cluster, self, timing), timing, stage::nanos, new WatchNews(feed));
        DeathWatch watch = watches.open(post);
        Runnable closeBoth = () -> {
            try {
                closing.run();
            } finally {
                watch.close();
            }
        };
        ReleaseKeys keys = ReleaseKeys.random();
        among.committedTo(keys);
        Arbiter watched = new WatchedArbiter(among, watch, stage::nanos, keys);
        return new Ground(watched, books, marks, peers, office, closeBoth);
    }

    private static StoreSession session(ClusterName cluster, NodeId self, LeaseTiming timing) {
        return new StoreSession(
                cluster, self, timing.lease(), timing.ioTimeout(), timing.margin(), timing.heirWindow());
    }

    Ledger ledger() throws StoreException {
        return books.get();
    }

    Pauses pauses() throws StoreException {
        return marks.get();
    }

    void close() {
        closing.run();
    }
}
