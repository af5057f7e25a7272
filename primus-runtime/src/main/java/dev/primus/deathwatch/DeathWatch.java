package dev.primus.deathwatch;

import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import java.util.List;
import java.util.Map;

/**
 * Passes on to a companion what it needs to give back the leases of a dead process. Called by the threads that talk to
 * the store; no call may hold a renewal up, and none may throw: without a watch everything works, at lease speed.
 */
public interface DeathWatch extends AutoCloseable {

    /** These bids are about to be sent. The one call that may block, shortly, until the companion can know of them. */
    void intends(List<Bid> bids);

    /**
     * The store confirmed these, in answer to a bid or a renewal.
     *
     * @param sentAt when the request was sent, on the node's clock
     */
    void confirmed(List<Hold> holds, long sentAt);

    /**
     * The engine is reached in another way from now on: further words for the companion's releaser, which replace those of the
     * same name.
     */
    default void reaches(Map<String, String> access) {}

    /** These are surely not, or no longer, ours. */
    void ended(List<Hold> holds);

    /** Sends the companion away without any release: whoever closes this lives. */
    @Override
    void close();
}
