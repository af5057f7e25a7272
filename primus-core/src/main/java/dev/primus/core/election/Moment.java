package dev.primus.core.election;

import dev.primus.core.MonoTime;
import java.time.Duration;

/**
 * When something is decided, with the chance that goes into it.
 *
 * @param dice 64 fresh random bits; all that is random in a decision comes from here
 */
public record Moment(MonoTime now, long dice) {

    /** A random part of {@code span}, from nothing to all of it. */
    public Duration upTo(Duration span) {
        double share = (dice >>> 11) * 0x1.0p-53;
        return Duration.ofNanos((long) (span.toNanos() * share));
    }
}
