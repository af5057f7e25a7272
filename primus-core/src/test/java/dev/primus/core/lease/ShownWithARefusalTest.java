package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.released;

import dev.primus.core.LossReason;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z2")
@DisplayName("C1 what a node was shown with a refusal counts as seen, even if the store forgets it at once")
class ShownWithARefusalTest {
    private static final Duration LEASE_AND_MARGIN = Duration.ofSeconds(11);

    private static Effect wentBack(long seen, long before) {
        return new Effect.Alarm(
                Effect.Alarm.Kind.STORE_WENT_BACK, "term %d seen after term %d".formatted(seen, before));
    }

    @Test
    @DisplayName("a refused bid: somebody won, and gave it back, meanwhile")
    void aRefusedBid() {
        Row restored = Row.released(6);
        LeaseScript.bids()
                .isRefused(Row.released(9))
                .is(Phase.WAITING)
                .wakesInTime()
                .sees(restored)
                .does(wentBack(6, 9))
                .keepsSeeing(restored, LEASE_AND_MARGIN)
                .does(acquire(6, 0, 10, 0));
    }

    @Test
    @DisplayName("a refused release: others have led since")
    void aRefusedRelease() {
        Row restored = Row.released(7);
        LeaseScript.releases(Wish.RESIGN)
                .isRefused(Row.released(9))
                .is(Phase.WAITING)
                .does(released(LossReason.RELEASED, false))
                .wakesInTime()
                .sees(restored)
                .does(wentBack(7, 9))
                .keepsSeeing(restored, LEASE_AND_MARGIN)
                .does(acquire(7, 0, 10, 0));
    }
}
