package dev.primus.core.spi;

import dev.primus.core.ClusterName;

/** A place where lease stores can be opened, one for each node that takes part, and read by anybody. */
public interface LeaseStores {

    /** Opens a session for one node. Fails with a message that says what to do, and holds no secret. */
    LeaseStore open(StoreSession session) throws StoreException;

    /** Opens the books for reading. */
    Ledger ledger(ClusterName cluster) throws StoreException;

    /** Opens the place where elections are paused; not every store has one. */
    default Pauses pauses(ClusterName cluster) throws StoreException {
        throw new StoreException("this store cannot pause elections");
    }
}
