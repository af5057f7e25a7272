package dev.primus.runtime.duty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From the start of a term to the proof that its duties have stopped. */
@Tag("G3")
class DutyCrewTest {
    private final CrewRig rig = new CrewRig();

    @Test
    void startsInOrderAndStopsOneAfterAnotherInReverse() {
        rig.duty("a").duty("b").start(1).stop();
        assertThat(rig.log).containsExactly("started a 1", "started b 1", "interrupt b");

        rig.obeys("b");
        assertThat(rig.log).endsWith("interrupt b", "ended b 1", "interrupt a");
    }

    @Test
    @DisplayName("C7: stopped means that every thread has ended")
    void stoppedOnlyWhenAllHaveEnded() {
        rig.duty("a").duty("b").start(1).stop().obeys("a");
        assertThat(rig.log).doesNotContain("stopped true");
        rig.obeys("b");
        assertThat(rig.log).endsWith("ended b 1", "stopped true");
        assertThat(rig.wakeAt()).isEqualTo(-1);
    }

    @Test
    void nothingToStopIsStoppedAtOnce() {
        rig.start(1).stop();
        assertThat(rig.log).containsExactly("stopped true");
    }

    @Test
    void oneThatWillNotStopCostsTheOthersNoMoreThanItsShare() {
        rig.duty("a").duty("stuck").start(1).stop();
        assertThat(rig.wakeAt()).isEqualTo(1000);
        rig.at(1000);
        assertThat(rig.log).endsWith("interrupt stuck", "interrupt stuck", "interrupt a");
        rig.obeys("a").at(1999);
        assertThat(rig.log).doesNotContain("stopped false");
        rig.at(2000);
        assertThat(rig.log).endsWith("abandoned stuck in a loop", "stopped false");
        rig.at(2001);
        assertThat(rig.log).containsOnlyOnce("stopped false");
    }

    @Test
    void aTimeOfItsOwnCountsForItsStop() {
        rig.duty("a").duty("b", Duration.ofMillis(300)).start(1).stop();
        assertThat(rig.wakeAt()).isEqualTo(300);
        rig.at(300);
        assertThat(rig.log).endsWith("interrupt b", "interrupt b", "interrupt a");
        assertThat(rig.wakeAt()).isEqualTo(2000);
    }

    @Test
    void whenTheTimeIsUpAllHaveBeenTold() {
        rig.duty("a").duty("b", Duration.ofSeconds(5)).start(1).stop().at(2000);
        assertThat(rig.log).contains("interrupt a", "interrupt b", "stopped false");
        assertThat(rig.wakeAt()).isEqualTo(-1);
        rig.start(2);
        assertThat(rig.wakeAt()).as("nothing to do but wait for old threads").isEqualTo(-1);
    }

    @Test
    @DisplayName("a stop past the deadline of the term tells all duties at once and leaves them a full drain")
    void aLateStopLeavesAFullDrain() {
        rig.duty("a").duty("b").start(1).stopLate();
        assertThat(rig.log).containsExactly("started a 1", "started b 1", "interrupt b", "interrupt a");
        assertThat(rig.wakeAt()).isEqualTo(2000);
        rig.at(1999).obeys("a").obeys("b");
        assertThat(rig.log).endsWith("ended a 1", "ended b 1", "stopped true");
        assertThat(rig.log).noneMatch(line -> line.startsWith("abandoned"));
    }

    @Test
    void aDutyThatIgnoresALateStopIsAbandonedAfterTheDrain() {
        rig.duty("stuck").start(1).stopLate().at(1999);
        assertThat(rig.log).endsWith("interrupt stuck");
        rig.at(2000);
        assertThat(rig.log)
                .endsWith("interrupt stuck", "interrupt stuck", "abandoned stuck in a loop", "stopped false");
    }

    @Test
    @DisplayName("a stop shortly before the deadline of the term is forced there, and judged after a full drain")
    void aHurriedStop() {
        rig.duty("a").start(1).stop(Duration.ofMillis(5)).at(5);
        assertThat(rig.log).endsWith("interrupt a", "interrupt a");
        rig.at(1999).obeys("a");
        assertThat(rig.log).endsWith("ended a 1", "stopped true");
    }

    @Test
    @DisplayName("a thread that has ended is never abandoned, even if its end has not been delivered yet")
    void anEndThatWasNotDelivered() {
        rig.duty("a").start(1).stop().runsToItsEnd("a").at(2000);
        assertThat(rig.log).endsWith("ended a 1", "stopped true");
        rig.deliversTheEndOf("a");
        assertThat(rig.log).containsOnlyOnce("ended a 1");
    }

    @Test
    @DisplayName("a pause while duties drain gives them another drain")
    void aPauseWithinTheDrain() {
        rig.duty("a").start(1).stop().pauseUntil(1_900).at(2_000);
        assertThat(rig.log).as("forced at the deadline of the term").endsWith("interrupt a", "interrupt a");
        assertThat(rig.wakeAt()).isEqualTo(3_900);
        rig.obeys("a");
        assertThat(rig.log).endsWith("ended a 1", "stopped true");
    }

    @Test
    @DisplayName("a pause beyond the deadline of the term leaves duties a drain in good order")
    void aPauseBeyondTheDrain() {
        rig.duty("a").start(1).stop().pauseUntil(60_000);
        assertThat(rig.wakeAt()).isEqualTo(62_000);
        rig.at(60_000);
        assertThat(rig.log).endsWith("started a 1", "interrupt a");
        rig.obeys("a");
        assertThat(rig.log).endsWith("ended a 1", "stopped true");
    }

    @Test
    @DisplayName("D1: the next term's run waits for the abandoned thread of the last one, the other duties do not")
    void neverTwoThreadsOfOneDuty() {
        rig.duty("stuck").duty("b").start(1).stop().obeys("b").at(2000).start(2);
        assertThat(rig.log).endsWith("stopped false", "started b 2");
        rig.returns("stuck");
        assertThat(rig.log).endsWith("ended stuck 1", "started stuck 2");
    }

    @Test
    void aRunThatWaitedIsForgottenWhenItsTermEnds() {
        rig.duty("a").start(1).stop().at(2000).start(2).stop();
        rig.obeys("a");
        assertThat(rig.log).containsOnlyOnce("started a 1").endsWith("ended a 1", "stopped true");
    }

    @Test
    @DisplayName("D1: a duty that fails while it is stopped is not begun again")
    void noRestartAfterRevoke() {
        rig.duty("a").start(1).stop().fails("a");
        assertThat(rig.log).endsWith("failed a broken", "ended a 1", "stopped true");
        assertThat(rig.wakeAt()).isEqualTo(-1);
    }

    @Test
    @DisplayName("D1: a restart that was planned is forgotten when the term ends")
    void noRestartThatWasPlannedBeforeRevoke() {
        rig.duty("a").start(1).fails("a").stop();
        assertThat(rig.log).endsWith("restarting a after 100", "stopped true");
        rig.at(60_000);
        assertThat(rig.runs("a")).isFalse();
    }
}
