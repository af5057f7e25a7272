package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.FAREWELL;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.released;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.stopBy;
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

@Tag("Z9")
@DisplayName("C7 giving back is tried while it can still save others some waiting")
class ReleasingTest {
    /** Here the lease has run out by itself. */
    private static final MonoTime LAPSED = stopBy(START).plus(Duration.ofSeconds(1));

    @Test
    void confirmedItIsOver() {
        LeaseScript.releases(Wish.RESIGN).yes().is(Phase.WAITING).does(released(LossReason.RELEASED, true));
    }

    @Test
    @DisplayName("refused it was not ours any more, and that is that")
    void refusedItIsOverToo() {
        LeaseScript.releases(Wish.RESIGN).no().is(Phase.WAITING).does(released(LossReason.RELEASED, false));
    }

    @Test
    @DisplayName("unanswered it is tried again, with the same words, until the lease has run out by itself")
    void unansweredItIsTriedAgain() {
        LeaseScript script = LeaseScript.releases(Wish.RESIGN);
        int tries = 1;
        while (script.state().phase() == Phase.STEPPING_DOWN) {
            if (script.now().plus(Duration.ofMillis(1_500)).isBefore(LAPSED)) {
                script.passesMillis(1_500).unknown().doesNothing().wantsToBeWokenIn(Duration.ofMillis(250));
            }
            script.wakesInTime();
            if (script.state().phase() == Phase.STEPPING_DOWN) {
                script.does(release(LossReason.RELEASED));
                tries++;
            }
        }

        assertThat(tries).isEqualTo(6);
        assertThat(script.now()).isEqualTo(LAPSED);
        script.is(Phase.WAITING).does(released(LossReason.RELEASED, false));
    }

    @Test
    @DisplayName("who leaves tries for two store timeouts, not for a lease")
    void whoLeavesIsLessPatient() {
        LeaseScript.releases(Wish.LEAVE)
                .wantsToBeWokenIn(Duration.ofSeconds(3))
                .wakesInTime()
                .is(Phase.LEFT)
                .does(released(LossReason.SHUTDOWN, false), FAREWELL);
    }

    @Test
    @DisplayName("nor longer than the lease runs")
    void whoLeavesLateTriesUntilTheLapse() {
        LeaseScript script = LeaseScript.leads()
                .passesMillis(6_900)
                .ask(Wish.LEAVE)
                .passesMillis(1_900)
                .dutiesStop(true);

        assertThat(script.state().wakeAt()).isEqualTo(LAPSED);
    }

    @Test
    @DisplayName("what has run out already is given back once, without waiting for the answer")
    void whatHasLapsedIsNotWaitedFor() {
        LeaseScript.leads()
                .wakesInTime()
                .is(Phase.STEPPING_DOWN)
                .reaches(LAPSED)
                .dutiesStop(true)
                .does(release(LossReason.EXPIRED))
                .wantsToBeWokenIn(Duration.ZERO)
                .wakes()
                .is(Phase.WAITING)
                .does(released(LossReason.EXPIRED, false));
    }

    @Test
    void leavingMeanwhile() {
        LeaseScript.releases(Wish.RESIGN)
                .ask(Wish.LEAVE)
                .is(Phase.STEPPING_DOWN)
                .doesNothing()
                .yes()
                .is(Phase.LEFT)
                .does(released(LossReason.RELEASED, true), FAREWELL);
    }

    @Test
    @DisplayName("C6 nothing is renewed any more, and nothing else is of interest")
    void theRestIsIgnored() {
        LeaseScript script = LeaseScript.releases(Wish.RESIGN);
        LeaseState before = script.state();

        script.beats().doesNothing();
        script.isHinted().doesNothing();
        script.isSuspected().doesNothing();
        script.wakes().doesNothing();
        script.dutiesStop(false).doesNothing();
        script.answers(renew(), Answer.no(ELECTION), START).doesNothing();

        assertThat(script.state()).isEqualTo(before);
    }
}
