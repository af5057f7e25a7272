package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;

/**
 * One try to take an election over: granted only if the row is lapsed or released by the store's clock, still shows the
 * epoch and renewals that were seen, and no heir stands before the bidder.
 *
 * @param token the number of the new term, computed by the bidder: above all it has ever seen
 * @param nonce fresh for each try, so that a try whose answer was lost can be told from all others
 */
public record Bid(ElectionName election, long seenEpoch, long seenRenewals, FencingToken token, String nonce) {

    public Hold hold() {
        return new Hold(election, token, nonce);
    }
}
