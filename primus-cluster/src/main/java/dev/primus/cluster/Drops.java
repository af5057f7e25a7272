package dev.primus.cluster;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was dropped, and says it once a minute for each reason, however often it happens. From any thread. */
final class Drops {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.cluster");
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);
    private static final Dropped[] REASONS = Dropped.values();

    private final LongSupplier nanoTime;
    private final AtomicLongArray counts = new AtomicLongArray(REASONS.length);
    private final long[] spokeAt = new long[REASONS.length];

    Drops() {
        this(System::nanoTime);
    }

    Drops(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        Arrays.fill(spokeAt, nanoTime.getAsLong() - QUIET);
    }

    void count(Dropped reason, Object whom) {
        count(reason, 1, whom);
    }

    void count(Dropped reason, int times, Object whom) {
        long total = counts.addAndGet(reason.ordinal(), times);
        if (worthALine(reason)) {
            String what = "dropped ({}): {} {}; {} so far, no more lines about it for a minute";
            if (reason == Dropped.UNREACHABLE || reason == Dropped.NOT_A_MEMBER) {
                LOG.debug(what, reason, whom, reason.words(), total);
            } else {
                LOG.warn(what, reason, whom, reason.words(), total);
            }
        }
    }

    long of(Dropped reason) {
        return counts.get(reason.ordinal());
    }

    Map<Dropped, Long> all() {
        Map<Dropped, Long> all = new EnumMap<>(Dropped.class);
        for (Dropped reason : REASONS) {
            all.put(reason, of(reason));
        }
        return all;
    }

    private synchronized boolean worthALine(Dropped reason) {
        long now = nanoTime.getAsLong();
        if (now - spokeAt[reason.ordinal()] < QUIET) {
            return false;
        }
        spokeAt[reason.ordinal()] = now;
        return true;
    }
}
