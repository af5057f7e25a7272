package dev.primus.jdbc.store;

import java.time.Duration;

/** By when a verb must have answered, on the monotonic clock. */
public final class Deadline {
    private final long end;
    private final long span;

    private Deadline(long end, long span) {
        this.end = end;
        this.span = span;
    }

    public static Deadline in(Duration span) {
        return new Deadline(System.nanoTime() + span.toNanos(), span.toNanos());
    }

    public long nanosLeft() {
        return end - System.nanoTime();
    }

    public boolean isOver() {
        return nanosLeft() <= 0;
    }

    /** Enough is left for another try: a try that waits for locks may need as long again as the first did. */
    boolean allowsRetry() {
        return nanosLeft() > span / 2;
    }
}
