package dev.primus.core.lease;

import java.time.Duration;

/**
 * Parts and multiples of spans, to the nanosecond. {@link Duration} computes them with decimals of any size, which costs
 * more than all the rest of a decision; ours end long before a {@code long} does.
 */
final class Spans {
    private Spans() {}

    /** The n-th part, rounded down. */
    static Duration part(Duration whole, long n) {
        return Duration.ofNanos(whole.toNanos() / n);
    }

    static Duration times(Duration one, long n) {
        return Duration.ofNanos(Math.multiplyExact(one.toNanos(), n));
    }
}
