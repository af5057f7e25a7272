package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The pauses of a {@link SimStore}. */
final class SimPauses implements Pauses {
    private final SimStore store;
    private final ClusterName cluster;

    SimPauses(SimStore store, ClusterName cluster) {
        this.store = store;
        this.cluster = cluster;
    }

    @Override
    public boolean pause(ElectionName election, String by, String why) {
        synchronized (store) {
            Instant now = Instant.EPOCH.plus(store.micros(), ChronoUnit.MICROS);
            boolean done = shelf().leases.containsKey(election)
                    && shelf().pauses.putIfAbsent(election, new Pause(by, why, now)) == null;
            if (done) {
                store.witness().paused(election.value());
            }
            return done;
        }
    }

    @Override
    public boolean resume(ElectionName election) {
        synchronized (store) {
            boolean done = shelf().pauses.remove(election) != null;
            if (done) {
                store.witness().resumed(election.value());
            }
            return done;
        }
    }

    private Shelf shelf() {
        if (store.isDown()) {
            throw new StoreException("the store is down: start it");
        }
        return store.shelf(cluster);
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
