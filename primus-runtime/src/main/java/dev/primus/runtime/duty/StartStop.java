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
        StopSignal.clearForeignInterrupt();
        StopSignal signal = StopSignal.ofThisThread();
        try {
            while (leadership.state() != Leadership.State.ENDED && !signal.isGiven()) {
                leadership.sleep(LONG);
            }
        } catch (InterruptedException toldToStop) {
            // Which is what comes next.
        }
        signal.heed();
        stop.run(leadership);
    }
}
