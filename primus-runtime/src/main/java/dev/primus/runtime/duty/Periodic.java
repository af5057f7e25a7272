package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Leadership;
import java.time.Duration;

/** A duty in rounds; a round begins only while the term is held. */
public final class Periodic implements Duty {
    /** A round that is due waits for the doubt to pass; it is not put off to the next period. */
    private static final Duration WHILE_IN_DOUBT = Duration.ofMillis(50);

    private final Duration period;
    private final boolean countsFromStart;
    private final Duty action;

    private Periodic(String name, Duration period, boolean countsFromStart, Duty action) {
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("%s = %s: allowed is above 0".formatted(name, period));
        }
        this.period = period;
        this.countsFromStart = countsFromStart;
        this.action = action;
    }

    public static Duty withDelay(Duration pause, Duty action) {
        return new Periodic("pause", pause, false, action);
    }

    public static Duty atRate(Duration period, Duty action) {
        return new Periodic("period", period, true, action);
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        long due = leadership.nanos();
        while (leadership.state() != Leadership.State.ENDED) {
            if (leadership.isHeld()) {
                action.run(leadership);
                StopSignal.clearForeignInterrupt();
                due = nextAfter(due, leadership.nanos());
                leadership.sleep(Duration.ofNanos(due - leadership.nanos()));
            } else {
                leadership.sleep(WHILE_IN_DOUBT);
            }
        }
    }

    /** On the grid of the first round if it counts from the start, skipping what has passed. */
    private long nextAfter(long due, long now) {
        if (!countsFromStart) {
            return now + period.toNanos();
        }
        long passed = Math.max(0, now - due) / period.toNanos();
        return due + (passed + 1) * period.toNanos();
    }
}
