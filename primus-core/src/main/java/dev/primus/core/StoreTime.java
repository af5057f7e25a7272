package dev.primus.core;

/** A point on a store's own clock, in microseconds; only differences on the same clock mean anything. */
public record StoreTime(long micros) {
    /** How long after {@code earlier} this is, in nanoseconds; negative if before. */
    public long nanosSince(StoreTime earlier) {
        return Math.multiplyExact(micros - earlier.micros, 1000);
    }
}
