package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.stopBy;
import static dev.primus.core.lease.LeaseScript.wrapUpAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What was once wrong: each name says what used to happen")
class OnceWrongTest {

    @Test
    @DisplayName("an orphan that was given back because its adoption came too late is adopted again")
    void anOrphanGivenBackIsAdopted() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());
        script.unknown().wakesInTime().sees(won).does(LeaseScript.follow(won), renew());
        MonoTime sent = script.now();
        script.reaches(wrapUpAt(sent)).yes(); // told too late: Release goes out, its answer may take for ever
        assertThat(script.effects()).hasSize(1);
        script.wakesInTime().sees(won.renewed(1)); // the release has not arrived at the row yet
        assertThat(script.effects()).doesNotContain(renew());
    }

    @Test
    @DisplayName("asked to resign late (between wrapUpAt and stopBy), duties get time beyond stopBy")
    void resignedLate() {
        LeaseScript script = LeaseScript.leads().passesMillis(8_500).ask(Wish.RESIGN);
        Effect.StopDuties stop = (Effect.StopDuties) script.effects().get(1);
        assertThat(stop.by()).isLessThanOrEqualTo(stopBy(START));
    }

    @Test
    @DisplayName("the same for TAKEN told between wrapUpAt and stopBy")
    void takenLate() {
        LeaseScript script = LeaseScript.leads()
                .passesMillis(5_000)
                .beats()
                .passesMillis(3_500)
                .isRefused(Row.heldBy(OTHER, 8));
        Effect.StopDuties stop = (Effect.StopDuties) script.effects().get(1);
        assertThat(stop.by()).isLessThanOrEqualTo(stopBy(START));
    }

    @Test
    @DisplayName("a beat handled before the overdue wake-up renews a term that is over")
    void aLateBeat() {
        assertThat(LeaseScript.leads().reaches(stopBy(START)).beats().effects()).doesNotContain(renew());
    }

    @Test
    @DisplayName("so does a suspicion")
    void aLateSuspicion() {
        assertThat(LeaseScript.leads().reaches(stopBy(START)).isSuspected().effects())
                .doesNotContain(renew());
    }

    @Test
    @DisplayName("resign after stopBy keeps the grip and renews")
    void aResignationAfterTheEnd() {
        assertThat(LeaseScript.leads()
                        .reaches(stopBy(START).plus(Duration.ofSeconds(60)))
                        .ask(Wish.RESIGN)
                        .beats()
                        .effects())
                .doesNotContain(renew());
    }

    @Test
    @DisplayName("after a long pause duties are abandoned in the very moment they are told to stop")
    void abandonedAtOnce() {
        LeaseScript script =
                LeaseScript.leads().passes(Duration.ofSeconds(60)).wakes().is(Phase.STEPPING_DOWN);
        assertThat(script.state().wakeAt()).isGreaterThan(script.now());
    }

    @Test
    @DisplayName("L7: a refused bid that still shows a free row (term row locked, 1.11) is repeated without a pause")
    void aRefusedBidIsRepeatedAtOnce() {
        LeaseScript script = LeaseScript.bids();
        int bids = 0;
        for (int i = 1; i <= 10; i++) {
            script.rolls(i).isRefused(Row.released(6));
            bids += script.effects().isEmpty() ? 0 : 1;
        }
        assertThat(bids).as("bids without any time passing").isLessThanOrEqualTo(1);
    }

    @Test
    @DisplayName("L7: hints that come during looks make the node look at the store's round-trip rate")
    void hintsDuringLooks() {
        LeaseScript script = LeaseScript.waits().isHinted().wakes();
        int looks = 0;
        for (int i = 0; i < 100; i++) {
            script.isHinted().passesMillis(1).sees(Row.heldBy(OTHER, 6));
            if (script.now().isBefore(script.state().wakeAt())) {
                break;
            }
            script.wakes().does(LOOK);
            looks++;
        }
        assertThat(looks).isLessThan(10);
    }

    @Test
    @DisplayName("beyond belief nobody ever looks again, so a raised lineage or a new leader is not noticed")
    void neverLooksAgain() {
        LeaseScript script =
                LeaseScript.saw(Row.heldBy(OTHER, 5_000)).wakesInTime().sees(Row.released(4));
        assertThat(script.state().wakeAt()).isNotEqualTo(MonoTime.NEVER);
    }

    @Test
    @DisplayName("L7: a hint that is put off may still be taken along at once, since the slack of the old look stays")
    void aPutOffHintIsTakenAlong() {
        LeaseScript script = LeaseScript.waits();
        for (int i = 0; i < 8; i++) {
            script.isHinted().wakesInTime().sees(Row.heldBy(OTHER, 6));
        }
        script.isHinted();
        assertThat(script.state().wakeAt()).isGreaterThan(script.now());
        assertThat(script.state().wakeFrom()).isGreaterThan(script.now());
    }

    @Test
    @DisplayName("leave asked while a release is under way still waits for the whole lease")
    void leavingWaitsForTheLease() {
        LeaseScript script = LeaseScript.releases(Wish.RESIGN).ask(Wish.LEAVE);
        assertThat(script.state().wakeAt()).isLessThanOrEqualTo(script.now().plus(Duration.ofSeconds(3)));
    }

    @Test
    @DisplayName("a row that nobody holds raises a clock alarm")
    void anAlarmAboutNobody() {
        assertThat(LeaseScript.saw(Row.untouched().stampedBy("")).effects()).hasSize(1);
    }

    @Test
    @DisplayName("a row that runs longer than its lease (store clock set back) is slept through")
    void oversleeps() {
        LeaseScript script = LeaseScript.saw(Row.heldBy(OTHER, 6).lasting(Duration.ofDays(365)));
        assertThat(script.state().wakeAt()).isLessThanOrEqualTo(script.now().plus(Duration.ofSeconds(20)));
    }

    @Test
    @DisplayName("an observer learns who leads a second late: enrolled, it does not look at once")
    void anObserverIsLate() {
        LeaseScript.observes().yes().does(LOOK);
    }

    @Test
    @DisplayName("L7: enrol says yes and look says no (a lagging replica): asked at the store's round-trip rate")
    void enrollsAndLooksInCircles() {
        LeaseScript script = LeaseScript.looks();
        int asked = 0;
        for (int i = 0; i < 10 && !script.effects().isEmpty(); i++) {
            asked++;
            if (script.request().equals(LOOK)) {
                script.no();
            } else {
                script.yes();
            }
        }
        assertThat(asked).as("requests without any time passing").isLessThan(5);
    }

    @Test
    @DisplayName("the stated worst takeover leaves out the answer's way and the jitter")
    void theWorstTakeoverIsUnderstated() {
        dev.primus.core.LeaseTiming timing = dev.primus.core.LeaseTiming.DEFAULT;
        Duration io = timing.ioTimeout();
        // renewed at 0, dead at 0; read at 0, told at io; woken T + jitter later; looked io; bid io
        LeaseScript script = LeaseScript.looks().passes(io).rolls(-1).sees(Row.heldBy(OTHER, 6));
        script.wakesInTime()
                .passes(io)
                .sees(Row.lapsed(OTHER, 6))
                .passes(io)
                .yes()
                .is(Phase.LEADING);
        assertThat(Duration.ofNanos(script.now().nanosSince(START))).isLessThanOrEqualTo(timing.worstTakeover());
    }

    @Test
    @DisplayName("who resigned goes on staying back though another has led since")
    void staysBackForNobody() {
        LeaseScript script =
                LeaseScript.releases(Wish.RESIGN).yes().wakesInTime().sees(Row.released(8));
        assertThat(script.request()).isInstanceOf(LeaseRequest.Acquire.class);
    }

    @Test
    @DisplayName("a win that arrives after the machine was suspended is believed")
    void aWinFromBeforeASuspend() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());
        LeaseRequest asked = script.request();
        MonoTime sent = script.now();
        script.passesMillis(10).isSuspected();
        assertThat(script.answers(asked, dev.primus.core.spi.Answer.yes(asked.election()), sent)
                        .effects())
                .as("the buffered yes")
                .isEmpty();
        script.is(Phase.WAITING).wakesInTime().does(LOOK).sees(won).does(LeaseScript.follow(won), renew());
    }
}
