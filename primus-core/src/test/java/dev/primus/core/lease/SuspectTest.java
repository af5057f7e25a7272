package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.hold;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.resume;
import static dev.primus.core.lease.LeaseScript.revoke;
import static dev.primus.core.lease.LeaseScript.stopBy;
import static dev.primus.core.lease.LeaseScript.stopDuties;
import static dev.primus.core.lease.LeaseScript.suspend;
import static dev.primus.core.lease.LeaseScript.wrapUpAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("C4 after a pause nothing is held until a renewal that was sent later succeeds")
class SuspectTest {

    /** Led for a second, then stood still; the renewal that shall confirm it is under way. */
    private static LeaseScript suspects() {
        return LeaseScript.leads().passesMillis(1_000).isSuspected();
    }

    @Test
    void aSuspicionSuspendsAndAsksAtOnce() {
        suspects().is(Phase.SUSPECT).does(suspend(), renew());
    }

    @Test
    @DisplayName("a renewal of the same term, sent after the suspicion, ends it")
    void aLaterRenewalConfirms() {
        LeaseScript script = suspects();
        MonoTime sent = script.now();

        script.passesMillis(40).yes().is(Phase.LEADING).does(resume(stopBy(sent)));
    }

    @Test
    @DisplayName("one that was sent before does not, and is followed by one that can")
    void anEarlierRenewalDoesNotConfirm() {
        LeaseScript script = LeaseScript.leads()
                .passesMillis(500)
                .beats()
                .passesMillis(100)
                .isSuspected()
                .does(suspend())
                .is(Phase.SUSPECT)
                .passesMillis(10)
                .yes()
                .is(Phase.SUSPECT)
                .does(renew());
        MonoTime sent = script.now();

        script.passesMillis(10).yes().is(Phase.LEADING).does(resume(stopBy(sent)));
    }

    @Test
    @DisplayName("a second suspicion moves the mark: the renewal under way no longer counts")
    void aSecondSuspicionMovesTheMark() {
        suspects()
                .passesMillis(10)
                .isSuspected()
                .is(Phase.SUSPECT)
                .doesNothing()
                .yes()
                .is(Phase.SUSPECT)
                .does(renew())
                .yes()
                .is(Phase.LEADING);
    }

    @Test
    void anUnknownOutcomeIsRetried() {
        suspects()
                .unknown()
                .is(Phase.SUSPECT)
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofMillis(250))
                .passesMillis(100)
                .wakes()
                .doesNothing()
                .wakesInTime()
                .does(renew())
                .beats()
                .doesNothing()
                .unknown()
                .beats()
                .does(renew());
    }

    @Test
    @DisplayName("what is not confirmed by the time to wrap up is lost, SUSPECT")
    void unconfirmedInTimeIsLost() {
        LeaseScript script = suspects();
        assertThat(script.state().wakeAt()).isEqualTo(wrapUpAt(START));

        script.wakesInTime().is(Phase.STEPPING_DOWN).does(revoke(LossReason.SUSPECT), stopDuties(stopBy(START)));
    }

    @Test
    @DisplayName("C6 a reply at stopBy or later is too late here too")
    void aReplyAfterStopByIsTooLate() {
        LeaseScript script = suspects().reaches(stopBy(START)).yes().is(Phase.STEPPING_DOWN);

        assertThat(script.effects()).first().isEqualTo(revoke(LossReason.SUSPECT));
    }

    @Test
    @Tag("L4")
    @DisplayName("L4 a refusal is a loss: TAKEN, or EXPIRED if the row still names the term")
    void aRefusalIsALoss() {
        Row ours = Row.lapsed(LeaseScript.SELF, 7).nonce(hold(7, 0).nonce());

        assertThat(suspects().isRefused(Row.heldBy(OTHER, 8)).effects()).first().isEqualTo(revoke(LossReason.TAKEN));
        assertThat(suspects().isRefused(ours).effects()).first().isEqualTo(revoke(LossReason.EXPIRED));
    }

    @Test
    @Tag("Z9")
    void itCanBeGivenUp() {
        LeaseScript script = suspects().ask(Wish.RESIGN).is(Phase.STEPPING_DOWN);

        script.does(revoke(LossReason.RELEASED), stopDuties(script.now().plus(Duration.ofSeconds(2))));
    }

    @Test
    void theRestIsIgnored() {
        LeaseScript script = suspects();
        LeaseState before = script.state();

        script.isHinted().doesNothing();
        script.wakes().doesNothing();
        script.dutiesStop(true).doesNothing();
        script.answers(LOOK, Answer.no(ELECTION), START).doesNothing();

        assertThat(script.state()).isEqualTo(before);
    }
}
