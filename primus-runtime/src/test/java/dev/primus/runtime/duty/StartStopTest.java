package dev.primus.runtime.duty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Duty;
import dev.primus.Supervision;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stop of a pair has all its time, whatever its start was doing when it was told. */
@Tag("G3")
class StartStopTest {
    private final CrewRig rig = new CrewRig();
    private final List<String> seen = new ArrayList<>();

    private void note(String what) {
        seen.add(what + (Thread.currentThread().isInterrupted() ? ", interrupted" : ""));
    }

    private void stopsToItsDeadline() {
        note("stop");
        rig.at(1999);
        note("just before its time is up");
        rig.at(2000);
        note("its time is up");
    }

    @Test
    @DisplayName("told while its start was running, and the start took no notice")
    void toldDuringStart() {
        rig.duty(
                "pair",
                Duty.between(
                        term -> {
                            rig.stop();
                            note("start");
                        },
                        term -> stopsToItsDeadline()));
        rig.start(1).runsThrough("pair");
        assertThat(seen)
                .containsExactly(
                        "start, interrupted", "stop", "just before its time is up", "its time is up, interrupted");
    }

    @Test
    @DisplayName("the term ended while its start was running, and it is told only when it is stopping already")
    void toldDuringStop() {
        rig.duty("pair", Duty.between(term -> rig.termEnds(), term -> {
            rig.stop();
            stopsToItsDeadline();
        }));
        rig.start(1).runsThrough("pair");
        assertThat(seen).containsExactly("stop", "just before its time is up", "its time is up, interrupted");
    }

    /** On a thread of its own, as it would. */
    private void siblingFails() {
        Thread sibling = new Thread(() -> rig.fails("sibling"));
        sibling.start();
        while (sibling.isAlive()) {
            Thread.onSpinWait();
        }
    }

    @Test
    @DisplayName("told in the midst of a term, and the start swallowed the interrupt: it stops at once all the same")
    void swallowed() {
        rig.under(Supervision.allForOne())
                .duty("sibling")
                .duty(
                        "pair",
                        Duty.between(
                                term -> {
                                    ((HandLeadership) term).interruptedAt(10_000_000);
                                    siblingFails();
                                    assertThat(Thread.interrupted()).isTrue();
                                },
                                term -> note("stop at " + term.nanos() / 1_000_000)));
        rig.start(1).runsThrough("pair");
        assertThat(seen).containsExactly("stop at 0");
        assertThat(rig.log).containsOnlyOnce("interrupt pair");
    }

    @Test
    @DisplayName("whose time was up before its start returned finds itself interrupted")
    void tooLate() {
        rig.duty("pair", Duty.between(term -> rig.stop().at(2000), term -> note("stop")));
        rig.start(1).runsThrough("pair");
        assertThat(seen).containsExactly("stop, interrupted");
    }
}
