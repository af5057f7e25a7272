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

    /** On the duty's own thread: a failure is reported and tried again after a pause that grows. */
    private void work(Leadership leadership) {
        Duration pause = FIRST_PAUSE;
        while (leadership.state() != Leadership.State.ENDED) {
            try {
                duty.run(leadership);
                return;
            } catch (InterruptedException e) {
                return;
            } catch (Exception | LinkageError | AssertionError | StackOverflowError | OutOfMemoryError e) {
                reports.failed(name, leadership.term(), e);
            }
            try {
                leadership.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
            Duration doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
        }
    }
}
