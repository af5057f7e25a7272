package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import java.util.List;

/**
 * What a store tells those who only read: who leads, who led, who could lead. Works with every node down. Unlike a
 * {@link LeaseStore} it throws, since it is asked by people.
 */
public interface Ledger extends AutoCloseable {

    /** Every election of the cluster that is not marked as deletable, by name. */
    List<Sighting> elections() throws StoreException;

    /** The latest terms of an election, newest first. */
    List<TermRecord> history(ElectionName election, int most) throws StoreException;

    /** Who takes part, alive or not long ago, by node. */
    List<CandidateRecord> candidates(ElectionName election) throws StoreException;

    @Override
    void close();
}
