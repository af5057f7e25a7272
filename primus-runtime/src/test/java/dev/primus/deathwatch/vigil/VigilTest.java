package dev.primus.deathwatch.vigil;

import static dev.primus.deathwatch.vigil.VigilRig.LEASE;
import static dev.primus.deathwatch.vigil.VigilRig.NIGHTLY;
import static dev.primus.deathwatch.vigil.VigilRig.TERM_7;
import static dev.primus.deathwatch.vigil.VigilRig.TREE;
import static dev.primus.deathwatch.vigil.VigilRig.program;
import static dev.primus.deathwatch.vigil.VigilRig.rowAt;
import static dev.primus.deathwatch.vigil.VigilRig.watching;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("A companion gives back what a dead process held, and only that")
class VigilTest {
    private static final Deed LOOK = new Deed.LookAtSpeaker();
    private static final Deed END = new Deed.EndTree(TREE);
    private static final Hold TRY_8 = new Hold(NIGHTLY, new FencingToken(8), "nonce-8");

    private static Message granted(long killAt) {
        return new Message.Granted(TERM_7, killAt);
    }

    @Test
    void deadAndHeldMeansGivenBack() {
        watching(granted(0))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .gives(TERM_7)
                .answered(Answer.yes(NIGHTLY))
                .leaves("given back");
    }

    @Test
    void theEndOfThePipeAloneGivesNothingBack() {
        VigilRig rig = watching(granted(0)).pipeEnds().does(LOOK).speakerIs(false);
        for (int millis = 1; millis < 250; millis++) {
            rig.doesNothing().wakes().does(LOOK).speakerIs(false);
        }
        rig.wakes().does(LOOK).speakerIs(false).leaves("lives").is(Over.class);
    }

    @Test
    void aProcessThatTakesItsTimeToDieIsWaitedFor() {
        watching(granted(0))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(false)
                .wakes()
                .does(LOOK)
                .speakerIs(true)
                .gives(TERM_7);
    }

    @Test
    void byeMeansGoAndNeverRelease() {
        watching(granted(0))
                .hears(new Message.Bye())
                .leaves("told to go")
                .pipeEnds()
                .doesNothing();
    }

    @Test
    void byeThatCrossesTheEndOfThePipeStillCounts() {
        watching(granted(0))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(false)
                .hears(new Message.Bye())
                .leaves("told to go");
    }

    @Test
    void whoHasNotHeardAllDoesNothing() {
        new VigilRig()
                .hears(new Message.Snapshot())
                .hears(granted(0))
                .hears(program(5))
                .pipeEnds()
                .leaves("before all was said")
                .is(Over.class);
    }

    @Test
    void aNewSnapshotMakesTheOldOneVoid() {
        watching(granted(0))
                .hears(new Message.Snapshot())
                .hears(new Message.End())
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .leaves("held nothing");
    }

    @Test
    void whatHasEndedIsNotGivenBack() {
        watching(granted(0))
                .hears(new Message.Ended(TERM_7))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .leaves("held nothing");
    }

    @Test
    @DisplayName("a bid that was under way may win after the first release: repeated until the row has gone on")
    void aGhostIsWaitedFor() {
        watching(new Message.Intent(TRY_8))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .gives(TRY_8)
                .answered(rowAt(7))
                .doesNothing()
                .wakes()
                .gives(TRY_8)
                .answered(Answer.unknown(NIGHTLY, "no connection"))
                .wakes()
                .gives(TRY_8)
                .answered(Answer.yes(NIGHTLY))
                .leaves("given back");
    }

    @Test
    void aRowThatHasGoneOnSettlesIt() {
        watching(new Message.Intent(TRY_8))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .gives(TRY_8)
                .answered(rowAt(8))
                .leaves("given back");
    }

    @Test
    void afterALeaseThereIsNothingLeftToGive() {
        watching(new Message.Intent(TRY_8))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .gives(TRY_8)
                .passes(LEASE)
                .answered(rowAt(7))
                .leaves("run out by itself");
    }

    @Test
    void everyTryOfAnElectionHasItsTurn() {
        Hold earlier = new Hold(NIGHTLY, new FencingToken(8), "nonce-8a");
        watching(new Message.Intent(earlier), new Message.Intent(TRY_8))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .gives(earlier)
                .answered(rowAt(7))
                .wakes()
                .gives(TRY_8)
                .answered(Answer.yes(NIGHTLY))
                .wakes()
                .gives(earlier)
                .answered(rowAt(8))
                .leaves("given back");
    }

    @Test
    @Tag("Z5")
    void theProgramIsGoneBeforeAnythingIsGivenBack() {
        watching(granted(0), program(Long.MAX_VALUE / 2))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .does(END)
                .treeHad(3)
                .doesNothing()
                .wakes()
                .does(END)
                .treeHad(0)
                .doesNothing()
                .wakes()
                .does(END)
                .treeHad(1)
                .wakes()
                .does(END)
                .treeHad(0)
                .wakes()
                .does(END)
                .treeHad(0)
                .gives(TERM_7);
    }

    @Test
    @Tag("Z5")
    void aProgramThatDoesNotEndIsNeverFollowedByARelease() {
        watching(granted(0), program(Long.MAX_VALUE / 2))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .does(END)
                .treeHad(1)
                .passes(LEASE)
                .wakes()
                .does(END)
                .treeHad(1)
                .leaves("do not end");
    }

    @Test
    @Tag("Z5")
    @DisplayName("a silent process loses its program at killAt, without the end of its pipe and without a release")
    void theDeadMansSwitch() {
        VigilRig rig = watching();
        long killAt = rig.now() + 1000;
        rig.hears(granted(killAt))
                .hears(program(killAt))
                .wakes()
                .does(END)
                .treeHad(2)
                .wakes()
                .does(END)
                .treeHad(0)
                .wakes()
                .does(END)
                .treeHad(0)
                .doesNothing()
                .is(Watching.class);
    }

    @Test
    @Tag("Z5")
    @DisplayName("a process that takes too long to die: no release, but its program ends at killAt all the same")
    void aProgramDoesNotOutliveADoubt() {
        VigilRig rig = watching();
        long killAt = rig.now() + Duration.ofSeconds(2).toNanos();
        rig.hears(granted(killAt)).hears(program(killAt)).pipeEnds().does(LOOK);
        rig.passes(Duration.ofMillis(250)).speakerIs(false).doesNothing().is(Doubting.class);
        rig.wakes()
                .does(END)
                .treeHad(2)
                .wakes()
                .does(END)
                .treeHad(0)
                .wakes()
                .does(END)
                .treeHad(0)
                .leaves("nothing is given back");
        org.assertj.core.api.Assertions.assertThat(rig.now()).isGreaterThanOrEqualTo(killAt);
    }

    @Test
    @Tag("Z5")
    void aNewerValuePutsTheKillOff() {
        VigilRig rig = watching();
        long killAt = rig.now() + 1000;
        rig.hears(program(killAt))
                .hears(granted(killAt + 5000))
                .passes(Duration.ofNanos(2000))
                .wakes()
                .does(END);
        org.assertj.core.api.Assertions.assertThat(rig.now()).isEqualTo(killAt + 5000);
    }

    @Test
    @Tag("Z5")
    void aValueThatComesLateShortensNothing() {
        VigilRig rig = watching();
        long killAt = rig.now() + 5000;
        rig.hears(program(killAt)).hears(granted(killAt - 4000)).wakes().does(END);
        org.assertj.core.api.Assertions.assertThat(rig.now()).isEqualTo(killAt);
    }

    @Test
    @Tag("Z5")
    void theTermsEndDoesNotDisarmTheSwitch() {
        VigilRig rig = watching();
        long killAt = rig.now() + 1000;
        rig.hears(granted(killAt))
                .hears(program(killAt))
                .hears(new Message.Ended(TERM_7))
                .wakes()
                .does(END);
    }

    @Test
    @Tag("Z5")
    @DisplayName("stopped, then killed: the program first, then the check, then the release")
    void deathAfterSilence() {
        VigilRig rig = watching();
        long killAt = rig.now() + 1000;
        rig.hears(granted(killAt))
                .hears(program(killAt))
                .wakes()
                .does(END)
                .pipeEnds()
                .treeHad(0)
                .wakes()
                .does(END)
                .treeHad(0)
                .does(LOOK)
                .speakerIs(true)
                .gives(TERM_7);
    }

    @Test
    @Tag("Z5")
    void aProgramThatIsDoneIsNoLongerGuarded() {
        VigilRig rig = watching(granted(0), program(Long.MAX_VALUE / 2));
        rig.hears(new Message.NoProgram()).pipeEnds().does(LOOK).speakerIs(true).gives(TERM_7);
    }

    @Test
    @DisplayName("a process that cannot be read is not dead: nothing is released until it can be read")
    void anUnreadableProcessIsNotDead() {
        VigilRig rig = watching(granted(0)).pipeEnds().does(LOOK).speakerIsUnread();
        rig.doesNothing().passes(LEASE.dividedBy(2)).wakes().does(LOOK).speakerIsUnread();
        rig.doesNothing().wakes().does(LOOK).speakerIs(true).gives(TERM_7);
    }

    @Test
    void afterALeaseAnUnreadableProcessIsGivenUpWithoutARelease() {
        watching(granted(0))
                .pipeEnds()
                .does(LOOK)
                .passes(LEASE)
                .speakerIsUnread()
                .leaves("cannot read /proc/1: nothing is released")
                .is(Over.class);
    }

    @Test
    @Tag("Z5")
    @DisplayName(
            "the program of a process that cannot be read ends at killAt, and is released only after a certain death")
    void theProgramOfAnUnreadableProcess() {
        VigilRig rig = watching();
        long killAt = rig.now() + Duration.ofSeconds(2).toNanos();
        rig.hears(granted(killAt)).hears(program(killAt)).pipeEnds().does(LOOK).speakerIsUnread();
        rig.doesNothing().passes(Duration.ofSeconds(2)).wakes().does(END).treeHad(2);
        rig.wakes().does(END).treeHad(0).wakes().does(END).treeHad(0).does(LOOK);
        rig.speakerIsUnread().doesNothing().wakes().does(LOOK).speakerIs(true).gives(TERM_7);
    }

    @Test
    @Tag("Z5")
    @DisplayName("a process list that cannot be read is not an empty tree, however long that lasts")
    void anUnreadableTreeIsNotEmpty() {
        VigilRig rig = watching(granted(0), program(Long.MAX_VALUE / 2))
                .pipeEnds()
                .does(LOOK)
                .speakerIs(true)
                .does(END);
        rig.treeIsUnread().doesNothing().wakes().does(END).treeHad(0);
        rig.wakes().does(END).treeIsUnread().doesNothing().passes(LEASE);
        rig.wakes().does(END).treeIsUnread().doesNothing();
        rig.wakes().does(END).treeHad(1).leaves("do not end");
    }
}
