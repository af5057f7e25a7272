package dev.primus.testkit.sim;

import java.time.Duration;
import java.time.Instant;

/** The clock of one database server, in microseconds; it can be stepped. */
final class StoreClock {
    /** What every clock shows at the beginning of a simulation. */
    static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");

    private static final long DAWN_MICROS = DAWN.getEpochSecond() * 1_000_000;

    private final String id;
    private long offset;

    StoreClock(String id, Duration offset) {
        this.id = id;
        this.offset = offset.toNanos() / 1000;
    }

    String id() {
        return id;
    }

    long micros(long trueNanos) {
        return DAWN_MICROS + trueNanos / 1000 + offset;
    }

    void step(Duration by) {
        offset += by.toNanos() / 1000;
    }
}
