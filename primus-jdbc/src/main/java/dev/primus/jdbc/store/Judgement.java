package dev.primus.jdbc.store;

import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Why an element was not served, told by its row as read right after on the same connection. UNKNOWN means that the row
 * would have allowed it, so that somebody holds a lock; or that it shows our bid, whose reply was lost. That is not a
 * win: nobody knows for how long the row has been so, and a renewal finds out.
 */
final class Judgement {
    private final NodeId self;

    Judgement(NodeId self) {
        this.self = self;
    }

    Verdict ofBid(Bid bid, @Nullable Sighting row, boolean repeated) {
        if (row == null) {
            return Verdict.NO;
        }
        if (isOurs(bid.hold(), row)) {
            return Verdict.UNKNOWN;
        }
        if (bid.token().value() <= FencingToken.floorOf(row.lineage())) {
            return Verdict.NO;
        }
        boolean unchanged = row.epoch() == bid.seenEpoch() && row.renewals() == bid.seenRenewals();
        boolean free = bid.observed() || !row.isLive();
        return unchanged && free && row.isOpenTo(self.name()) ? Verdict.UNKNOWN : Verdict.NO;
    }

    Verdict ofRenewal(Hold hold, @Nullable Sighting row, boolean repeated) {
        boolean couldBeRenewed =
                row != null && isOurs(hold, row) && row.remaining().compareTo(Duration.ZERO) > 0;
        return couldBeRenewed ? Verdict.UNKNOWN : Verdict.NO;
    }

    /** A row of the same term without a holder was released, and if a try of ours was lost, then by that one. */
    Verdict ofRelease(Hold hold, @Nullable Sighting row, boolean repeated) {
        if (row == null) {
            return Verdict.NO;
        }
        if (repeated && row.holder() == null && row.epoch() == hold.token().value()) {
            return Verdict.YES;
        }
        return isOurs(hold, row) ? Verdict.UNKNOWN : Verdict.NO;
    }

    private boolean isOurs(Hold hold, Sighting row) {
        return self.equals(row.holder())
                && row.epoch() == hold.token().value()
                && row.nonce().equals(hold.nonce());
    }
}
