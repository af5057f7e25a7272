package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.grant;
import static dev.primus.core.lease.LeaseScript.leaderHasGone;
import static dev.primus.core.lease.LeaseScript.stopBy;

import dev.primus.core.LossReason;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("L5")
@Tag("L7")
@DisplayName("Hints say when a look is worth while; they never decide, and never become a poll")
class HintsTest {
    private static final Row HELD = Row.heldBy(OTHER, 6);
    private static final LeaseRequest ON_RELEASE = acquire(6, Sighting.RELEASED, 7, 0);

    @Test
    @DisplayName("a hint is looked into at once and finds the row free")
    void aHintIsLookedIntoAtOnce() {
        LeaseScript.waits()
                .passesMillis(1234)
                .isHinted()
                .doesNothing()
                .wantsToBeWokenIn(Duration.ZERO)
                .wakes()
                .does(LOOK)
                .sees(Row.released(6))
                .does(leaderHasGone(), acquire(6, 0, 7, 0));
    }

    @Test
    @DisplayName("who is told by name bids at once, on condition that the leader it saw gave the election back")
    void aHintByNameIsBidOn() {
        LeaseScript script =
                LeaseScript.waits().passesMillis(1234).isHintedByName().doesNothing();
        script.wantsToBeWokenIn(Duration.ZERO)
                .wakes()
                .does(ON_RELEASE)
                .yes()
                .is(Phase.LEADING)
                .does(grant(stopBy(script.now())));
    }

    @Test
    @DisplayName("S2 a hint by name that is wrong costs a refused bid, which counts as a look")
    void aWrongHintByName() {
        LeaseScript.waits()
                .isHintedByName()
                .wakes()
                .does(ON_RELEASE)
                .passesMillis(1)
                .isRefused(HELD)
                .doesNothing()
                .isHintedByName()
                .wantsToBeWokenIn(Duration.ofMillis(8));
    }

    @Test
    @DisplayName("a bid on a hint that found the row free in another way is followed by one for what was seen")
    void aHintByNameAboutALapsedRow() {
        LeaseScript.waits()
                .isHintedByName()
                .wakes()
                .does(ON_RELEASE)
                .isRefused(Row.released(6))
                .does(leaderHasGone(), acquire(6, 0, 7, 0))
                .isRefused(Row.released(6))
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofMillis(50));
    }

    @Test
    @DisplayName("an heir is let by those who were told by name, too")
    void aHintByNameBehindAnHeir() {
        Row inherited = Row.released(6).renewed(Sighting.RELEASED).heir("core-3", Duration.ofMillis(2_500));
        LeaseScript.waits()
                .isHintedByName()
                .wakes()
                .isRefused(inherited)
                .does(leaderHasGone())
                .wantsToBeWokenIn(Duration.ofMillis(2_500));
    }

    @Test
    @DisplayName("L2 a bid on a hint whose answer was lost is looked after like any other")
    void aHintByNameAnsweredInSilence() {
        LeaseScript.waits()
                .isHintedByName()
                .wakes()
                .does(ON_RELEASE)
                .unknown()
                .isHintedByName()
                .wakes()
                .does(LOOK)
                .sees(Row.heldBy(LeaseScript.SELF, 7)
                        .nonce(LeaseScript.hold(7, 0).nonce()))
                .does(follow(Row.heldBy(LeaseScript.SELF, 7)), LeaseScript.renew());
    }

    @Test
    @DisplayName("nobody bids on a hint who has not seen a leader, whose clock is doubted, or who has to stay out")
    void whoMayNotBidLooks() {
        LeaseScript.looks().isHintedByName().unknown().wakesInTime().does(LOOK);
        LeaseScript.saw(HELD.stampedBy("db-2")).isHintedByName().wakes().does(LOOK);
        LeaseScript.waits()
                .ask(Wish.standAside(LossReason.UNHEALTHY, Duration.ofSeconds(20)))
                .isHintedByName()
                .wakes()
                .does(LOOK);
    }

    @Test
    @DisplayName("each hint that led to nothing makes the next one wait twice as long, up to half a second")
    void fruitlessHintsBackOff() {
        LeaseScript script = LeaseScript.waits();

        for (long millis : new long[] {0, 8, 16, 32, 64, 128, 256, 500, 500, 500}) {
            script.isHinted()
                    .wantsToBeWokenIn(Duration.ofMillis(millis))
                    .wakesInTime()
                    .does(LOOK)
                    .sees(HELD);
        }
    }

    @Test
    @DisplayName("a new term makes hints trusted again")
    void aRewardedHintEndsTheQuiet() {
        LeaseScript script = LeaseScript.waits();
        for (int i = 0; i < 9; i++) {
            script.isHinted().wakesInTime().sees(HELD);
        }

        script.isHinted()
                .wakesInTime()
                .sees(Row.heldBy(OTHER, 7))
                .passes(Duration.ofSeconds(1))
                .isHinted()
                .wantsToBeWokenIn(Duration.ZERO)
                .wakes()
                .sees(Row.heldBy(OTHER, 7))
                .isHinted()
                .wantsToBeWokenIn(Duration.ofMillis(8));
    }

    @Test
    @DisplayName("a quiet time that is over makes nobody wait")
    void aHintAfterTheQuietIsLookedIntoAtOnce() {
        LeaseScript.waits()
                .isHinted()
                .wakes()
                .sees(HELD)
                .passesMillis(8)
                .isHinted()
                .wantsToBeWokenIn(Duration.ZERO);
    }

    @Test
    @DisplayName("a look that no hint asked for teaches nothing about hints")
    void plainLooksDoNotCount() {
        LeaseScript.waits().wakesInTime().sees(HELD).isHinted().wantsToBeWokenIn(Duration.ZERO);
    }

    @Test
    @DisplayName("a hint that comes while a look is under way is not lost: the row may have changed after the read")
    void aHintDuringALookLeadsToAnother() {
        LeaseScript.looks()
                .isHinted()
                .doesNothing()
                .sleeps()
                .sees(HELD)
                .wakesInTime()
                .does(LOOK);
    }

    @Test
    void aHintDuringASilentLookIsServedByTheNextTry() {
        LeaseScript.looks()
                .isHinted()
                .unknown()
                .wantsToBeWokenIn(Duration.ofMillis(125))
                .wakesInTime()
                .does(LOOK);
    }

    @Test
    @DisplayName("a hint does not put off what is due earlier")
    void aHintNeverDelays() {
        LeaseScript.waits()
                .isHinted()
                .wakes()
                .sees(HELD.lasting(Duration.ofMillis(3)))
                .isHinted()
                .wantsToBeWokenIn(Duration.ofMillis(3));
    }
}
