package dev.primus;

import dev.primus.runtime.duty.Periodic;
import dev.primus.runtime.duty.StartStop;
import java.time.Duration;

/**
 * Work that is done only while leading. It gets a thread of its own when a term begins, and that thread is interrupted
 * when the term ends; leadership is given back only after it has ended. What happens when it returns or throws is said
 * by its {@link Restart}, and how often that is borne by the election's {@link Supervision}.
 */
@FunctionalInterface
public interface Duty {

    /** Does the work. Should end soon after an interrupt; what it writes should carry {@code leadership.token()}. */
    void run(Leadership leadership) throws Exception;

    /** Repeats {@code action} with {@code pause} between two runs, never two at a time and never while not leading. */
    static Duty every(Duration pause, Duty action) {
        return Periodic.withDelay(pause, action);
    }

    /**
     * Repeats {@code action} once in each {@code period}, never two at a time and never while not leading. A run that
     * takes longer than a period makes the following ones late, and what was missed is not made up for.
     */
    static Duty atRate(Duration period, Duty action) {
        return Periodic.atRate(period, action);
    }

    /**
     * Something that runs by itself between a start and a stop. {@code start} must return; if it throws, the duty has
     * failed and {@code stop} is not called. {@code stop} is called once, on the same thread, when the term ends or the
     * duty is restarted; it is interrupted when its time is up and not before, even if the term ended while {@code start}
     * was still running; and the duty has ended when it has returned.
     */
    static Duty between(Duty start, Duty stop) {
        return new StartStop(start, stop);
    }
}
