package dev.primus.jdbc.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The clocks of this machine. Leader and challenger share them, so the monotonic one can be the arbiter: no time
 * correction, daylight saving or laptop lid moves it.
 */
interface HostClock {
    /** Microseconds on the monotonic clock, whose origin is the machine's start. */
    long monotonicMicros();

    /** Microseconds since 1970 on the wall clock. */
    long wallMicros();

    /** Which start of the machine this is; empty if the system does not say. */
    String bootId();

    /** A pair of readings that were taken together. */
    default Reading read() {
        return new Reading(monotonicMicros(), wallMicros());
    }

    /** Both clocks at one moment. */
    record Reading(long monotonic, long wall) {}

    /** The real one. */
    HostClock SYSTEM = new HostClock() {
        private final String bootId = readBootId();

        @Override
        public long monotonicMicros() {
            return Math.floorDiv(System.nanoTime(), 1000L);
        }

        @Override
        public long wallMicros() {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        }

        @Override
        public String bootId() {
            return bootId;
        }
    };

    private static String readBootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }
}
