package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static dev.primus.core.lease.LeaseScript.leaderHasGone;
import static dev.primus.core.lease.LeaseScript.term;

import dev.primus.core.FencingToken;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z2")
@DisplayName("C1 a store that forgot terms never makes a token fall")
class StoreWentBackTest {
    private static final Duration LEASE_AND_MARGIN = Duration.ofSeconds(11);

    private static Effect wentBack(long seen, long before) {
        return new Effect.Alarm(
                Effect.Alarm.Kind.STORE_WENT_BACK, "term %d seen after term %d".formatted(seen, before));
    }

    /** Knows of a term, and looks again when its lease should be over. */
    private static LeaseScript knows(long epoch) {
        return LeaseScript.saw(Row.heldBy(OTHER, epoch)).wakesInTime();
    }

    @Test
    @DisplayName("an alarm, a lease of waiting, and on above the highest term ever seen")
    void itGoesOnAboveTheHighest() {
        Row restored = Row.released(4);

        knows(9).sees(restored)
                .does(leaderHasGone(), wentBack(4, 9))
                .keepsSeeing(restored, LEASE_AND_MARGIN)
                .does(acquire(4, 0, 10, 0));
    }

    @Test
    @DisplayName("who lost its term remembers the higher one it was shown, even if the store forgets it at once")
    void whatARefusedLeaderSawCounts() {
        Row restored = Row.released(7);

        LeaseScript.leads()
                .beats()
                .isRefused(Row.heldBy(OTHER, 9))
                .dutiesStop(true)
                .wakes()
                .sees(restored)
                .does(wentBack(7, 9))
                .keepsSeeing(restored, LEASE_AND_MARGIN)
                .does(acquire(7, 0, 10, 0));
    }

    @Test
    @DisplayName("looks in between neither shorten nor prolong the waiting, nor repeat the alarm")
    void theWaitingIsCountedOnce() {
        knows(9).sees(Row.released(4))
                .passesMillis(4_000)
                .isHinted()
                .wakes()
                .sees(Row.released(5))
                .doesNothing()
                .keepsSeeing(Row.released(5), LEASE_AND_MARGIN.minusMillis(4_000))
                .does(acquire(5, 0, 10, 0));
    }

    @Test
    @DisplayName("a live lease that went back is followed, and waited for")
    void aLiveLeaseIsFollowed() {
        Row restored = Row.heldBy(OTHER, 4);

        knows(9).sees(restored)
                .does(follow(restored), wentBack(4, 9))
                .wakesInTime()
                .sees(Row.lapsed(OTHER, 4))
                .does(leaderFellSilent())
                .keepsSeeing(Row.lapsed(OTHER, 4), Duration.ofSeconds(1))
                .does(acquire(4, 0, 10, 0));
    }

    @Test
    @DisplayName("once the store has caught up all is forgiven, and a second fall is a second alarm")
    void itIsForgiven() {
        Row caughtUp = Row.heldBy(OTHER, 12);

        knows(9).sees(Row.released(4))
                .wakesInTime()
                .sees(caughtUp)
                .does(follow(caughtUp))
                .wakesInTime()
                .sees(Row.released(5))
                .does(leaderHasGone(), wentBack(5, 12))
                .keepsSeeing(Row.released(5), LEASE_AND_MARGIN)
                .does(acquire(5, 0, 13, 0));
    }

    @Test
    @DisplayName("a thousand lost terms are still believed")
    void aThousandTermsAreBelieved() {
        knows(1_004)
                .sees(Row.released(4))
                .keepsSeeing(Row.released(4), LEASE_AND_MARGIN)
                .does(acquire(4, 0, 1_005, 0));
    }

    @Test
    @DisplayName("more are not: it only looks once per lease until the lineage is raised, and then bids above all")
    void beyondBeliefAnOperatorMustRaiseTheLineage() {
        LeaseScript script = knows(1_005).sees(Row.released(4)).does(leaderHasGone(), wentBack(4, 1_005));
        for (int i = 0; i < 5; i++) {
            script.wantsToBeWokenIn(Duration.ofSeconds(10))
                    .wakesInTime()
                    .does(LOOK)
                    .sees(Row.released(4))
                    .doesNothing();
        }

        script.wakesInTime().sees(Row.released(4).lineage(1)).does(acquire(4, 0, FencingToken.floorOf(1) + 1, 0));
    }

    @Test
    @DisplayName("a raised lineage counts in the very first bid")
    void theLineageIsTheFloor() {
        LeaseScript.saw(Row.untouched().lineage(2)).does(acquire(0, 0, FencingToken.floorOf(2) + 1, 0));
    }

    @Test
    @DisplayName("a term of one's own is remembered too")
    void onesOwnTermIsRemembered() {
        LeaseScript.releases(Wish.RESIGN)
                .yes()
                .is(Phase.WAITING)
                .passesMillis(2_500)
                .wakes()
                .sees(Row.released(3))
                .does(wentBack(3, term(7).token().value()))
                .keepsSeeing(Row.released(3), LEASE_AND_MARGIN)
                .does(acquire(3, 0, 8, 0));
    }
}
