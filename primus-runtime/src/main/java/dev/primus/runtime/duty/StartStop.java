package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Leadership;
import java.time.Duration;

/** A duty that needs no thread between its start and its stop, but keeps one: when it has ended, so has the duty. */
public record StartStop(Duty start, Duty stop) implements Duty {
    private static final Duration LONG = Duration.ofHours(1);

    @Override
    public void run(Leadership leadership) throws Exception {
        start.run(leadership);
        try {
            while (leadership.state() != Leadership.State.ENDED) {
                leadership.sleep(LONG);
            }
        } catch (InterruptedException toldToStop) {
            // The stop below must not be disturbed by the very interrupt that asks for it.
        }
        stop.run(leadership);
    }
}
