package dev.primus.core.spi;

import dev.primus.core.ElectionName;

/**
 * Where operators pause elections and let them go on. A pause is kept by the store, so it outlives every node. It ends
 * no term: who leads goes on renewing. Throws like a {@link Ledger}, since people ask for it.
 */
public interface Pauses extends AutoCloseable {
    /** How long {@code by} and {@code why} may be. */
    int LONGEST = 200;

    /**
     * From the moment this returns no bid is granted.
     *
     * @return false if there is no such election or it is paused already; that pause then stays as it was
     */
    boolean pause(ElectionName election, String by, String why) throws StoreException;

    /** Lets the election go on; false if it was not paused. */
    boolean resume(ElectionName election) throws StoreException;

    @Override
    void close();
}
