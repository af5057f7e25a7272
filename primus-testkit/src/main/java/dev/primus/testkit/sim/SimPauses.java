package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import dev.primus.testkit.check.LeaseRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

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
        return mark(election, new Pause(by, why, Instant.EPOCH.plus(store.micros(), ChronoUnit.MICROS)));
    }

    @Override
    public boolean resume(ElectionName election) {
        return mark(election, null);
    }

    private boolean mark(ElectionName election, @Nullable Pause pause) {
        synchronized (store) {
            LeaseRow row = shelf().leases.get(election);
            if (row == null || (row.pause() == null) == (pause == null)) {
                return false;
            }
            LeaseRow marked = row.paused(pause);
            shelf().leases.put(election, marked);
            store.witness().marked(election.value(), marked);
            return true;
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
