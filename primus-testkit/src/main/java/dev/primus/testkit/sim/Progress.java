package dev.primus.testkit.sim;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells how a long run gets on: a line every minute, and every failure as soon as it is found. */
final class Progress {
    private static final long MINUTE = 60_000_000_000L;

    private final Consumer<String> reader;
    private final LongSupplier nanos;
    private final long begun;
    private final long seeds;
    private long done;
    private long failed;
    private long toldAt;

    Progress(Consumer<String> reader, LongSupplier nanos, long seeds) {
        this.reader = reader;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
        this.seeds = seeds;
        this.toldAt = begun;
    }

    /** A seed was simulated; returns how many have failed so far. From any thread. */
    synchronized long ended(Outcome outcome) {
        done++;
        if (!outcome.isClean()) {
            failed++;
            reader.accept(outcome.blame());
        }
        long now = nanos.getAsLong();
        if (now - toldAt >= MINUTE) {
            toldAt = now;
            reader.accept(line(now - begun));
        }
        return failed;
    }

    private String line(long elapsed) {
        double left = (double) elapsed / done * (seeds - done);
        return "%,d of %,d seeds, %d failed; %d min gone, about %d to go"
                .formatted(done, seeds, failed, Math.round((double) elapsed / MINUTE), Math.round(left / MINUTE));
    }
}
