package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import java.util.List;

/**
 * What a store tells those who only read: who leads, who led, who could lead. Works with every node down. Unlike a
 * {@link LeaseStore} it throws, since it is asked by people. However many elections there are, a verb asks the store no
 * more often for them than for one.
 */
public interface Ledger extends AutoCloseable {

    /** Every election of the cluster that is not marked as deletable, by name. */
    List<Sighting> elections() throws StoreException;

    /** The latest term of each of these elections, by name; none for one that is unknown or was never led. */
    List<TermRecord> latest(List<ElectionName> elections) throws StoreException;

    /** The latest terms of an election, newest first. */
    List<TermRecord> history(ElectionName election, int most) throws StoreException;

    /** Who takes part in these elections, alive or not long ago, by election and node; nobody in an unknown one. */
    List<CandidateRecord> candidates(List<ElectionName> elections) throws StoreException;

    @Override
    void close();
}
