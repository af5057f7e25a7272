package dev.primus.testkit.contract;

import dev.primus.core.spi.LeaseStores;
import dev.primus.testkit.sim.SimStore;

/** The simulated store under threads that race. */
class SimStoreRacesTest extends LeaseStoreRaces {
    private final SimStore store = SimStore.inRealTime();

    @Override
    protected LeaseStores stores() {
        return store;
    }
}
