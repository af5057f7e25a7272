package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.Bid;
import dev.primus.testkit.check.LeaseRow;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the simulator has found, kept so that it stays found. */
@Tag("Z3")
class FoundTest {
    /** The takeover compares epoch and renewals with what was seen, and leaves the lineage to the bidder. */
    private static final class IgnoresTheLineage extends StoreRules {
        @Override
        public LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
            boolean unchanged = row.epoch() == bid.seenEpoch() && row.renewals() == bid.seenRenewals();
            boolean open = row.heir() == null || row.heir().equals(at.self().name()) || row.heirUntil() <= at.now();
            boolean raised = bid.token().value() > row.epoch();
            return !row.isLive(at.now()) && unchanged && open && raised ? taken(row, bid, at) : null;
        }
    }

    /**
     * A bid waits in its node's queue. Meanwhile another node wins that very number, and then the store is restored to what
     * the bid expects to see. Epoch and renewals match again, so without a look at the lineage, which the operator has
     * raised, the same token is granted a second time.
     */
    @Test
    @Tag("Z2")
    @DisplayName("C1 a bid from before the lineage was raised is refused, though the row looks as it did")
    void aBidFromBeforeARestoreIsRefused() {
        Simulation wrong = Simulation.lease().rules(IgnoresTheLineage::new);
        assertThat(wrong.replay(wrong.schedule(9179)).violations())
                .first()
                .satisfies(violation -> assertThat(violation.property()).isEqualTo("C1"));
        Simulation right = Simulation.lease();
        assertThat(right.replay(right.schedule(9179)).violations()).isEmpty();
    }
}
