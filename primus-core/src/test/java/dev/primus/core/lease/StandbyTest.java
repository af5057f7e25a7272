package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ENROLL;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.SELF;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.grant;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static dev.primus.core.lease.LeaseScript.stopBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("L5")
@DisplayName("A standby looks when there is something to see, and bids when the row is free")
class StandbyTest {

    @Test
    void whoJoinsEnrollsThenLooks() {
        LeaseScript.joins(LeaseTiming.DEFAULT)
                .is(Phase.WAITING)
                .does(ENROLL)
                .sleeps()
                .yes()
                .does(LOOK)
                .sleeps();
    }

    @Test
    void anEnrolmentThatShowsTheRowSavesTheLook() {
        Row held = Row.heldBy(OTHER, 6);

        LeaseScript.joins(LeaseTiming.DEFAULT).sees(held).does(follow(held)).wantsToBeWokenIn(Duration.ofSeconds(10));
    }

    @Test
    @Tag("L6")
    @Tag("L7")
    @DisplayName("L6 L7 it sleeps until the lease that it saw runs out, then looks once")
    void itWakesAtTheKnownExpiry() {
        Row held = Row.heldBy(OTHER, 6).lasting(Duration.ofMillis(3700));

        LeaseScript.saw(held)
                .is(Phase.WAITING)
                .does(follow(held))
                .wantsToBeWokenIn(Duration.ofMillis(3700))
                .passesMillis(1000)
                .wakes()
                .doesNothing()
                .wakesInTime()
                .does(LOOK)
                .sleeps();
    }

    /** Waits for 10 s, then asks in vain until more than a lease, its drift and the margin have passed since the last answer. */
    private static LeaseScript lostTheStore(LeaseScript script) {
        script.wakesInTime().does(LOOK).unknown().doesNothing();
        script.passesMillis(1200).wakes().does(LOOK).unknown();
        return script;
    }

    @Test
    @DisplayName("a standby whose store is silent for longer than a lease does not claim to know who leads")
    void anUnreachableStoreMakesTheLeaderUnknown() {
        Row held = Row.heldBy(OTHER, 6);
        LeaseScript script = LeaseScript.saw(held);
        assertThat(script.state().unknownSince()).isNull();

        lostTheStore(script).does(new Effect.LeaderUnknown());
        assertThat(script.state().unknownSince()).isEqualTo(START);

        script.wakesInTime().does(LOOK).unknown().doesNothing();
        script.wakesInTime().does(LOOK).sees(held).does(follow(held));
        assertThat(script.state().unknownSince()).isNull();
    }

    @Test
    @DisplayName("when the store is back and the lease has run out, that is news")
    void theStoreIsBackAndTheLeaderIsGone() {
        LeaseScript script = lostTheStore(LeaseScript.saw(Row.heldBy(OTHER, 6))).does(new Effect.LeaderUnknown());

        script.wakesInTime().does(LOOK).sees(Row.lapsed(OTHER, 6));

        assertThat(script.effects()).contains(leaderFellSilent());
    }

    @Test
    @Tag("L7")
    @DisplayName("L7 a look may travel with others up to a tenth of a lease early, not more")
    void looksMayTravelTogether() {
        LeaseScript script = LeaseScript.waits();
        assertThat(script.state().wakeFrom()).isEqualTo(script.now().plus(Duration.ofSeconds(9)));

        script.passesMillis(8999).wakes().doesNothing().passesMillis(1).wakes().does(LOOK);
        assertThat(script.state().wakeFrom()).isEqualTo(script.state().wakeAt());
    }

    @Test
    @DisplayName("the dice spread those who wait for the same expiry over a thousandth of a lease")
    void expiryIsJittered() {
        LeaseScript.looks()
                .rolls(-1)
                .sees(Row.heldBy(OTHER, 6).lasting(Duration.ofSeconds(4)))
                .wantsToBeWokenIn(Duration.ofSeconds(4).plus(Duration.ofNanos(9_999_999)));
    }

    @Test
    @DisplayName(
            "L6 a lease that claims to run longer than it may (a clock was set back) is looked at after its length")
    void noClockCanMakeItOversleep() {
        LeaseScript.saw(Row.heldBy(OTHER, 6).lasting(Duration.ofDays(365))).wantsToBeWokenIn(Duration.ofSeconds(10));
    }

    @Test
    void aRenewedLeaseIsWaitedForAgain() {
        Row held = Row.heldBy(OTHER, 6);

        LeaseScript.saw(held)
                .wakesInTime()
                .sees(held.renewed(4).lasting(Duration.ofSeconds(8)))
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofSeconds(8));
    }

    @Test
    @Tag("L2")
    @DisplayName("S1 S2 a lapsed lease is bid for at once, by compare-and-set on what was seen")
    void aLapsedLeaseIsBidFor() {
        LeaseScript script = LeaseScript.waits()
                .wakesInTime()
                .rolls(0xbeef)
                .sees(Row.lapsed(OTHER, 6).renewed(41))
                .does(leaderFellSilent(), acquire(6, 41, 7, 0xbeef))
                .is(Phase.WAITING);

        script.passesMillis(20)
                .yes()
                .is(Phase.LEADING)
                .does(grant(stopBy(script.now().minus(Duration.ofMillis(20)))));
    }

    @Test
    @DisplayName("a released row is bid for at once")
    void aReleasedRowIsBidForAtOnce() {
        LeaseScript.saw(Row.released(6)).does(acquire(6, 0, 7, 0));
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 the first term of a new election is 1")
    void theFirstTermIsOne() {
        LeaseScript.saw(Row.untouched()).does(acquire(0, 0, 1, 0));
    }

    @Test
    @DisplayName("C9 the lease of one's own former life is waited for like any other")
    void aFormerLifeIsAStranger() {
        Row former = Row.heldBy(NodeId.of(SELF.name().value(), "0000"), 6);

        LeaseScript.saw(former).does(follow(former)).wantsToBeWokenIn(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("S2 who loses a race learns from the refusal who won, and waits for him")
    void aLostRace() {
        Row won = Row.heldBy(OTHER, 7);

        LeaseScript.bids().isRefused(won).is(Phase.WAITING).does(follow(won)).wantsToBeWokenIn(Duration.ofSeconds(10));
    }

    @Test
    void aRefusalThatShowsNothingIsLookedInto() {
        LeaseScript.bids().no().is(Phase.WAITING).doesNothing().wakesInTime().does(LOOK);
    }

    @Test
    @DisplayName("a row that is gone is enrolled for again")
    void aMissingRowIsMadeAgain() {
        LeaseScript.looks().no().doesNothing().wakesInTime().does(ENROLL).yes().does(LOOK);
    }

    @Test
    @Tag("L12")
    @DisplayName("L12 an enrolment without an answer is repeated before anything else")
    void aLostEnrolmentIsRepeated() {
        LeaseScript.joins(LeaseTiming.DEFAULT)
                .unknown()
                .doesNothing()
                .wakesInTime()
                .does(ENROLL)
                .yes()
                .does(LOOK);
    }

    @Test
    @Tag("L7")
    @DisplayName("L7 a silent store is asked again, ever less often, but at least once per renewal period")
    void aSilentStoreIsAskedWithPatience() {
        LeaseScript script = LeaseScript.looks();

        for (long millis : new long[] {125, 250, 500, 1000, 1250, 1250, 1250, 1250, 1250}) {
            script.unknown()
                    .doesNothing()
                    .wantsToBeWokenIn(Duration.ofMillis(millis))
                    .wakesInTime()
                    .does(LOOK);
        }
    }

    @Test
    void thePatienceIsSpreadByTheDice() {
        LeaseScript.looks().rolls(Long.MIN_VALUE).unknown().wantsToBeWokenIn(Duration.ofNanos(187_500_000));
    }

    @Test
    void anAnswerEndsThePatience() {
        LeaseScript.looks()
                .unknown()
                .wakesInTime()
                .unknown()
                .wakesInTime()
                .sees(Row.heldBy(OTHER, 6))
                .wakesInTime()
                .unknown()
                .wantsToBeWokenIn(Duration.ofMillis(125));
    }

    @Test
    @DisplayName("an answer to what was not asked changes nothing")
    void strangeAnswersAreIgnored() {
        LeaseScript script = LeaseScript.waits();
        LeaseState before = script.state();

        script.answers(LOOK, Answer.no(LeaseScript.ELECTION), script.now()).doesNothing();
        script.answers(acquire(5, 0, 6, 0), Answer.yes(LeaseScript.ELECTION), script.now())
                .doesNothing();

        assertThat(script.state()).isEqualTo(before);
    }

    @Test
    void aLeaderIsFollowedOnceUntilAnotherLeads() {
        Row first = Row.heldBy(OTHER, 6);
        Row second = Row.heldBy(NodeId.of("core-3", "cccc3333"), 7);

        LeaseScript.saw(first)
                .does(follow(first))
                .wakesInTime()
                .sees(first.renewed(9))
                .doesNothing()
                .wakesInTime()
                .sees(second)
                .does(follow(second));
    }
}
