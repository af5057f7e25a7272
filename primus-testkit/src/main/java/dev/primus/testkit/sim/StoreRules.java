package dev.primus.testkit.sim;

import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.testkit.check.LeaseRow;
import org.jspecify.annotations.Nullable;

/**
 * What the statements of a store do to a row; null means that the condition was not met. Open to inheritance so that
 * tests can plant the mistakes that others have made here.
 */
public class StoreRules {

    /** The clock a statement judges by. */
    public long clock(StoreMoment at) {
        return at.now();
    }

    public @Nullable LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
        boolean open =
                row.heir() == null || row.heir().equals(at.self().name()) || row.heirLeft(at.now(), at.clock()) <= 0;
        boolean free = bid.observed() || !row.isLive(at.now());
        boolean unchanged = row.epoch() == bid.seenEpoch() && row.renewals() == bid.seenRenewals();
        boolean raised = bid.token().value() > Math.max(row.epoch(), at.floor());
        if (!free || row.pause() != null || !unchanged || !open || !raised) {
            return null;
        }
        return taken(row, bid, at);
    }

    /** The row after a takeover; lease row and term row change together. */
    protected final LeaseRow taken(LeaseRow row, Bid bid, StoreMoment at) {
        long epoch = bid.token().value();
        return new LeaseRow(
                at.self(),
                bid.nonce(),
                epoch,
                0,
                at.now() + at.lease(),
                at.lease(),
                at.clock(),
                null,
                0,
                at.wall(),
                epoch,
                row.pause());
    }

    public @Nullable LeaseRow renew(LeaseRow row, Hold hold, StoreMoment at) {
        return isOurs(row, hold, at) && row.isLive(at.now()) ? renewed(row, at) : null;
    }

    protected final LeaseRow renewed(LeaseRow row, StoreMoment at) {
        return new LeaseRow(
                row.holder(),
                row.nonce(),
                row.epoch(),
                row.renewals() + 1,
                at.now() + at.lease(),
                at.lease(),
                at.clock(),
                row.heir(),
                row.heirUntil(),
                row.since(),
                row.guardedTerm(),
                row.pause());
    }

    public @Nullable LeaseRow release(LeaseRow row, Parting parting, StoreMoment at) {
        return isOurs(row, parting.hold(), at) ? released(row, parting, at) : null;
    }

    protected final LeaseRow released(LeaseRow row, Parting parting, StoreMoment at) {
        return new LeaseRow(
                null,
                "",
                row.epoch(),
                Sighting.RELEASED,
                0,
                row.lease(),
                at.clock(),
                parting.heir(),
                parting.heir() == null ? 0 : at.now() + at.heirWindow(),
                row.since(),
                row.guardedTerm(),
                row.pause());
    }

    /** Reading changes nothing. */
    public LeaseRow look(LeaseRow row, StoreMoment at) {
        return row;
    }

    /** Whether what a statement did to the row is still there after it has answered. */
    public boolean isCommitted(LeaseRow after, StoreMoment at) {
        return true;
    }

    protected static boolean isOurs(LeaseRow row, Hold hold, StoreMoment at) {
        return at.self().equals(row.holder())
                && row.epoch() == hold.token().value()
                && row.nonce().equals(hold.nonce());
    }
}
