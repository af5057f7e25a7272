package dev.primus.server.duties.polls;

import java.net.URI;
import java.time.Duration;

/**
 * What is checked, and how often. Due times are the multiples of the interval since 1970, so that every coordinator
 * comes to the same ones.
 *
 * @param timeout how long the check may take; not longer than the interval, so that runs do not pile up
 */
public record Schedule(String name, Duration interval, Duration timeout, URI check) {
    private static final long LATEST = 5_000;

    /** The latest due time that is not in the future. */
    long dueBy(long now) {
        return Math.floorDiv(now, interval.toMillis()) * interval.toMillis();
    }

    long dueAfter(long due) {
        return dueBy(due) + interval.toMillis();
    }

    /** How long after its due time a run may still be begun; later it is missed. */
    long tolerance() {
        return Math.min(interval.toMillis() / 2, LATEST);
    }
}
