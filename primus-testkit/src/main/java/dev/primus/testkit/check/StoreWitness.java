package dev.primus.testkit.check;

import org.jspecify.annotations.Nullable;

/** Sees every statement of a store, with the row before and after it. */
public interface StoreWitness {
    /** The statements there are. */
    enum Statement {
        LOOK,
        ACQUIRE,
        /** A bid whose bidder saw the row unchanged for a full lease. */
        ACQUIRE_OBSERVED,
        RENEW,
        RELEASE
    }

    /** Whom nothing interests. */
    StoreWitness NOBODY = (statement, election, before, after, now, clock) -> {};

    /**
     * @param after the row as it was left; the same as before if nothing changed
     * @param now the server's clock, in microseconds
     * @param clock which server that is
     */
    void carriedOut(
            Statement statement, String election, LeaseRow before, @Nullable LeaseRow after, long now, String clock);

    /** An operator has paused the election, or lets it go on. */
    default void marked(String election, LeaseRow after) {}

    /** The store was restored from a backup. */
    default void restored() {}

    /** The store has lost terms and nobody has raised its lineage: it goes on from this one. */
    default void wentBack(String election, long epoch) {}
}
