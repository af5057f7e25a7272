package dev.primus.core;

import java.time.Duration;

/**
 * A point on one process's monotonic clock, in nanoseconds since that process's own origin. It never goes back, means
 * nothing to another process, and is the only local time that decides anything.
 */
public record MonoTime(long nanos) implements Comparable<MonoTime> {
    /** Later than every time that will be. */
    public static final MonoTime NEVER = new MonoTime(Long.MAX_VALUE);

    public MonoTime {
        if (nanos < 0) {
            throw new IllegalArgumentException("monotonic time %d is before its origin".formatted(nanos));
        }
    }

    public MonoTime plus(Duration span) {
        return plusNanos(span.toNanos());
    }

    public MonoTime plusNanos(long span) {
        if (nanos == Long.MAX_VALUE) {
            return this;
        }
        long sum = nanos + span;
        if (sum < 0) {
            return span < 0 ? new MonoTime(0) : NEVER;
        }
        return new MonoTime(sum);
    }

    public MonoTime minus(Duration span) {
        return plusNanos(-span.toNanos());
    }

    public long nanosSince(MonoTime earlier) {
        return nanos - earlier.nanos;
    }

    public boolean isBefore(MonoTime other) {
        return nanos < other.nanos;
    }

    public static MonoTime earlier(MonoTime a, MonoTime b) {
        return a.nanos <= b.nanos ? a : b;
    }

    public static MonoTime later(MonoTime a, MonoTime b) {
        return a.nanos >= b.nanos ? a : b;
    }

    @Override
    public int compareTo(MonoTime other) {
        return Long.compare(nanos, other.nanos);
    }
}
