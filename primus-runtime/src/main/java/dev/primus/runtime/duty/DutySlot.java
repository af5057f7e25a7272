package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.Term;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One duty's place: at most one thread at any time, over all terms. If the thread of a former term had to be abandoned,
 * the next term's run begins when that one has ended at last.
 */
final class DutySlot {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final String name;
    private final Duty duty;
    private final DutyCrew.Launcher launcher;
    private final DutyCrew.Reports reports;
    private final Runnable onEnd;
    private Stage.@Nullable Work running;
    private @Nullable Term term;
    private @Nullable Leadership next;

    DutySlot(String name, Duty duty, DutyCrew.Launcher launcher, DutyCrew.Reports reports, Runnable onEnd) {
        this.name = name;
        this.duty = duty;
        this.launcher = launcher;
        this.reports = reports;
        this.onEnd = onEnd;
    }

    boolean isRunning() {
        return running != null;
    }

    void start(Leadership leadership) {
        if (running != null) {
            next = leadership;
            return;
        }
        term = leadership.term();
        reports.started(name, leadership.term());
        running = launcher.launch(name, () -> work(leadership), () -> ended(leadership.term()));
    }

    void stop() {
        next = null;
        if (running != null) {
            running.interrupt();
        }
    }

    void abandon() {
        if (running != null && term != null) {
            reports.abandoned(name, term, running.whereabouts());
        }
    }

    private void ended(Term ofTerm) {
        running = null;
        reports.ended(name, ofTerm);
        Leadership waiting = next;
        next = null;
        if (waiting != null && waiting.state() != Leadership.State.ENDED) {
            start(waiting);
        }
        onEnd.run();
    }

    /** On the duty's own thread: begins only while the term is held, and begins again after a failure. */
    private void work(Leadership leadership) {
        try {
            workUntilDone(leadership);
        } catch (InterruptedException toldToStop) {
            return;
        }
    }

    private void workUntilDone(Leadership leadership) throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        while (leadership.state() != Leadership.State.ENDED) {
            if (leadership.isHeld()) {
                if (runOnce(leadership)) {
                    return;
                }
                pause = longer(pause);
            }
            leadership.sleep(pause);
        }
    }

    /** Returns whether the duty is done. */
    private boolean runOnce(Leadership leadership) throws InterruptedException {
        try {
            duty.run(leadership);
            return true;
        } catch (InterruptedException | ThreadDeath e) {
            throw e;
        } catch (Throwable e) {
            reports.failed(name, leadership.term(), e);
            return false;
        }
    }

    private static Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }
}
