package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.FAREWELL;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.released;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.revoke;
import static dev.primus.core.lease.LeaseScript.stopDuties;
import static dev.primus.core.lease.LeaseScript.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("C7 on the way out: nothing held, duties stopped, and only then released")
class SteppingDownTest {
    private static final Duration DRAIN = Duration.ofSeconds(2);
    private static final Duration DRAIN_AND_MARGIN = Duration.ofSeconds(3);

    @Nested
    @DisplayName("on request")
    class OnRequest {

        @Test
        @Tag("Z9")
        void itIsRevokedBeforeAnythingThatTakesTime() {
            LeaseScript script = LeaseScript.stepsDown(Wish.RESIGN);

            script.is(Phase.STEPPING_DOWN)
                    .does(revoke(LossReason.RELEASED), stopDuties(script.now().plus(DRAIN)))
                    .wantsToBeWokenIn(DRAIN_AND_MARGIN);
        }

        @Test
        @DisplayName("renewals go on while duties drain, so that nobody else starts before they have ended")
        void renewalsGoOn() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .beats()
                    .does(renew())
                    .beats()
                    .doesNothing()
                    .yes()
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .beats()
                    .does(renew())
                    .unknown()
                    .wantsToBeWokenIn(Duration.ofMillis(250))
                    .wakesInTime()
                    .does(renew());
        }

        @Test
        @DisplayName("a confirmed renewal gives the release more time, and nobody leadership")
        void aConfirmedRenewalIsKept() {
            LeaseScript script = LeaseScript.stepsDown(Wish.RESIGN)
                    .passesMillis(1_000)
                    .beats()
                    .yes()
                    .doesNothing()
                    .dutiesStop(true);

            assertThat(script.state().wakeAt())
                    .isEqualTo(LeaseScript.stopBy(script.now()).plus(Duration.ofSeconds(1)));
        }

        @Test
        @DisplayName("a refused renewal means it is somebody else's: no renewal, and no release")
        void aRefusedRenewalEndsTheGrip() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .beats()
                    .isRefused(Row.heldBy(OTHER, 8))
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .beats()
                    .doesNothing()
                    .passesMillis(300)
                    .wakes()
                    .doesNothing()
                    .dutiesStop(true)
                    .is(Phase.WAITING)
                    .does(released(LossReason.RELEASED, false));
        }

        @Test
        @DisplayName("proof that duties have ended brings the release")
        void proofBringsTheRelease() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .dutiesStop(true)
                    .is(Phase.STEPPING_DOWN)
                    .does(release(LossReason.RELEASED));
        }

        @Test
        @DisplayName("the end of another term's duties proves nothing")
        void anotherTermsDutiesProveNothing() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .dutiesStop(term(6), true)
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing();
        }

        @Test
        @DisplayName("abandoned duties: no release, no renewal, and a lease of staying back")
        void abandonedDutiesAreNotReleased() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .dutiesStop(false)
                    .is(Phase.WAITING)
                    .does(released(LossReason.RELEASED, false))
                    .beats()
                    .doesNothing()
                    .wakesInTime()
                    .does(LOOK)
                    .sees(Row.released(7))
                    .doesNothing()
                    .wantsToBeWokenIn(Duration.ofMillis(10_000 - 100));
        }

        @Test
        @DisplayName("duties that never answer count as abandoned, a margin after their time is up")
        void silentDutiesAreAbandoned() {
            LeaseScript.stepsDown(Wish.RESIGN)
                    .passes(DRAIN)
                    .wakes()
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .wakesInTime()
                    .is(Phase.WAITING)
                    .does(released(LossReason.RELEASED, false));
        }

        @Test
        @DisplayName("who is asked to leave meanwhile leaves when it is done; the first reason stays")
        void leavingMeanwhile() {
            LeaseScript.stepsDown(Wish.transferTo(OTHER.name()))
                    .ask(Wish.LEAVE)
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .dutiesStop(true)
                    .does(release(LossReason.TRANSFERRED, OTHER.name()))
                    .yes()
                    .is(Phase.LEFT)
                    .does(released(LossReason.TRANSFERRED, true), FAREWELL);
        }

        @Test
        @DisplayName("a wish to leave is not taken back by a wish to resign")
        void leavingIsNotTakenBack() {
            LeaseScript.stepsDown(Wish.LEAVE)
                    .ask(Wish.RESIGN)
                    .dutiesStop(true)
                    .ask(Wish.RESIGN)
                    .yes()
                    .is(Phase.LEFT)
                    .does(released(LossReason.SHUTDOWN, true), FAREWELL);
        }

        @Test
        @DisplayName("who leaves with abandoned duties leaves the lease to run out")
        void leavingWithAbandonedDuties() {
            LeaseScript.stepsDown(Wish.LEAVE)
                    .dutiesStop(false)
                    .is(Phase.LEFT)
                    .does(released(LossReason.SHUTDOWN, false), FAREWELL);
        }
    }

    @Nested
    @DisplayName("after a loss")
    class AfterALoss {

        private LeaseScript expired() {
            return LeaseScript.leads().wakesInTime().is(Phase.STEPPING_DOWN);
        }

        private LeaseScript taken() {
            return LeaseScript.leads().beats().isRefused(Row.heldBy(OTHER, 8)).is(Phase.STEPPING_DOWN);
        }

        @Test
        @DisplayName("C6 an expired lease is never renewed")
        void expiredIsNeverRenewed() {
            LeaseScript script =
                    expired().beats().doesNothing().passesMillis(500).wakes().doesNothing();

            assertThat(script.state().wakeAt())
                    .isEqualTo(LeaseScript.stopBy(START).plus(Duration.ofSeconds(1)));
        }

        @Test
        @DisplayName("but given back once duties have ended: the store may still take it for ours")
        void expiredIsGivenBack() {
            expired()
                    .dutiesStop(true)
                    .does(release(LossReason.EXPIRED))
                    .yes()
                    .is(Phase.WAITING)
                    .does(released(LossReason.EXPIRED, true))
                    .wakes()
                    .sees(Row.released(7))
                    .does(acquire(7, 0, 8, 0));
        }

        @Test
        @DisplayName("the answer to a renewal that was under way revives nothing")
        void aLateYesRevivesNothing() {
            LeaseScript.leads()
                    .passesMillis(6_000)
                    .beats()
                    .wakesInTime()
                    .is(Phase.STEPPING_DOWN)
                    .yes()
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .beats()
                    .doesNothing();
        }

        @Test
        @DisplayName("one that refuses says that there is nothing to give back")
        void aLateNoEndsIt() {
            LeaseScript.leads()
                    .passesMillis(6_000)
                    .beats()
                    .wakesInTime()
                    .no()
                    .dutiesStop(true)
                    .is(Phase.WAITING)
                    .does(released(LossReason.EXPIRED, false));
        }

        @Test
        @DisplayName("an unknown one is not repeated")
        void aLateUnknownIsNotRepeated() {
            LeaseScript.leads()
                    .passesMillis(6_000)
                    .beats()
                    .wakesInTime()
                    .unknown()
                    .passesMillis(400)
                    .wakes()
                    .doesNothing()
                    .beats()
                    .doesNothing();
        }

        @Test
        @DisplayName("what was taken is neither renewed nor given back")
        void takenIsNotGivenBack() {
            taken().beats()
                    .doesNothing()
                    .dutiesStop(true)
                    .is(Phase.WAITING)
                    .does(released(LossReason.TAKEN, false))
                    .wantsToBeWokenIn(Duration.ZERO);
        }

        @Test
        void abandonedDutiesAreNotReleased() {
            expired().dutiesStop(false).is(Phase.WAITING).does(released(LossReason.EXPIRED, false));
            taken().dutiesStop(false).is(Phase.WAITING).does(released(LossReason.TAKEN, false));
        }

        @Test
        void leavingMeanwhile() {
            taken().ask(Wish.LEAVE)
                    .doesNothing()
                    .dutiesStop(true)
                    .is(Phase.LEFT)
                    .does(released(LossReason.TAKEN, false), FAREWELL);
        }

        @Test
        @DisplayName("after a pause beyond the deadline duties have a full drain, counted from waking")
        void aPauseBeyondTheDeadline() {
            LeaseScript.leads()
                    .reaches(LeaseScript.stopBy(START).plus(Duration.ofSeconds(3)))
                    .isSuspected()
                    .is(Phase.STEPPING_DOWN)
                    .wantsToBeWokenIn(DRAIN_AND_MARGIN)
                    .passes(DRAIN)
                    .wakes()
                    .is(Phase.STEPPING_DOWN)
                    .dutiesStop(true)
                    .does(release(LossReason.EXPIRED));
        }

        @Test
        @DisplayName("a pause while duties drain gives them another drain")
        void aPauseWithinTheDrain() {
            expired()
                    .passesMillis(30_000)
                    .isSuspected()
                    .is(Phase.STEPPING_DOWN)
                    .doesNothing()
                    .wantsToBeWokenIn(DRAIN_AND_MARGIN)
                    .wakesInTime()
                    .is(Phase.WAITING)
                    .does(released(LossReason.EXPIRED, false));
        }

        @Test
        void theRestIsIgnored() {
            LeaseScript script = expired();
            LeaseState before = script.state();

            script.isHinted().doesNothing();
            script.isSuspected().doesNothing();
            script.answers(LOOK, Answer.no(ELECTION), START).doesNothing();

            assertThat(script.state()).isEqualTo(before);
        }
    }
}
