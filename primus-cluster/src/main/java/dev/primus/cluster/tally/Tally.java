package dev.primus.cluster.tally;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/** How often each reason came up, and whether it is time for a line about it: one a minute. From any thread. */
public final class Tally<R extends Enum<R>> {
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final Class<R> type;
    private final LongSupplier nanoTime;
    private final AtomicLongArray counts;
    private final long[] spokeAt;

    public Tally(Class<R> type, LongSupplier nanoTime) {
        this.type = type;
        this.nanoTime = nanoTime;
        int reasons = type.getEnumConstants().length;
        this.counts = new AtomicLongArray(reasons);
        this.spokeAt = new long[reasons];
        Arrays.fill(spokeAt, nanoTime.getAsLong() - QUIET);
    }

    /** @return how often it was in all */
    public long add(R reason, int times) {
        return counts.addAndGet(reason.ordinal(), times);
    }

    public long of(R reason) {
        return counts.get(reason.ordinal());
    }

    public Map<R, Long> all() {
        Map<R, Long> all = new EnumMap<>(type);
        for (R reason : type.getEnumConstants()) {
            all.put(reason, of(reason));
        }
        return all;
    }

    /** Whether there was no line about it for a minute; then there is one now. */
    public synchronized boolean worthALine(R reason) {
        long now = nanoTime.getAsLong();
        if (now - spokeAt[reason.ordinal()] < QUIET) {
            return false;
        }
        spokeAt[reason.ordinal()] = now;
        return true;
    }
}
