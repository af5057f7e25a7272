package dev.primus.runtime.node;

import dev.primus.core.StoreTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** How a store's clock compares with this node's wall clock. For display: it decides nothing. */
final class StoreClock {
    /** No machine has been up for thirty years: what shows less than that counts from its start, not from 1970. */
    private static final long YEAR_2000_MICROS =
            ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2000-01-01T00:00:00Z"));

    private StoreClock() {}

    static boolean isWallTime(StoreTime read) {
        return read.micros() >= YEAR_2000_MICROS;
    }

    /** Wall clock minus store clock, taken to have been read in the middle of a call that lasted {@code nanos}. */
    static long offsetMicros(Instant wallAfter, StoreTime read, long nanos) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, wallAfter) - nanos / 2000 - read.micros();
    }
}
