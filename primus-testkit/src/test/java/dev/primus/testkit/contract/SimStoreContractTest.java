package dev.primus.testkit.contract;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.sim.SimStore;
import java.time.Duration;

/** The simulated store, on a real clock, holds what real stores must hold. */
class SimStoreContractTest extends LeaseStoreContract {
    private final SimStore store = SimStore.inRealTime();

    @Override
    protected LeaseStores stores() {
        return store;
    }

    @Override
    protected AutoCloseable lockLease(ClusterName in, ElectionName which) {
        store.lock(in, which, Duration.ofHours(1));
        return () -> store.lock(in, which, Duration.ZERO);
    }

    @Override
    protected AutoCloseable lockTerm(ClusterName in, ElectionName which) {
        return lockLease(in, which);
    }

    @Override
    protected void deleteRows(ClusterName in, ElectionName which) {
        store.delete(in, which);
    }
}
