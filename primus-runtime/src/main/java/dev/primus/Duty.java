package dev.primus;

import java.time.Duration;

/**
 * Work that is done only while leading. It gets a thread of its own when a term begins, and that thread is interrupted
 * when the term ends; leadership is given back only after it has ended. A duty that returns is done for this term; one
 * that throws is reported and started again after a pause.
 */
@FunctionalInterface
public interface Duty {

    /** Does the work. Should end soon after an interrupt; what it writes should carry {@code leadership.token()}. */
    void run(Leadership leadership) throws Exception;

    /** Repeats {@code action} with {@code pause} between two runs, never two at a time and never while not leading. */
    static Duty every(Duration pause, Duty action) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("pause = %s: allowed is above 0".formatted(pause));
        }
        return leadership -> {
            while (leadership.state() != Leadership.State.ENDED) {
                if (leadership.isHeld()) {
                    action.run(leadership);
                }
                leadership.sleep(pause);
            }
        };
    }
}
