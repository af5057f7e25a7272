package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;

/**
 * One try to take an election over: granted only if the row is lapsed or released by the store's clock, still shows the
 * epoch and renewals that were seen, and no heir stands before the bidder. A bid that is {@code observed} is granted
 * whatever the store's clock says about the lease; all other conditions remain.
 *
 * @param token the number of the new term, computed by the bidder: above all it has ever seen
 * @param nonce fresh for each try, so that a try whose answer was lost can be told from all others
 * @param observed whether the bidder saw the row unchanged for {@link dev.primus.core.LeaseTiming#observation} by its own
 *     clock, after which the holder has stopped. Set only where the store's clock cannot judge the row: another server
 *     stamped it, or the clock was stepped
 */
public record Bid(
        ElectionName election, long seenEpoch, long seenRenewals, FencingToken token, String nonce, boolean observed) {

    /** A bid that the store's clock decides. */
    public Bid(ElectionName election, long seenEpoch, long seenRenewals, FencingToken token, String nonce) {
        this(election, seenEpoch, seenRenewals, token, nonce, false);
    }

    public Hold hold() {
        return new Hold(election, token, nonce);
    }
}
