package dev.primus.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of the lease engine. They are only safe together: see {@link #violations()}.
 *
 * @param lease T: how long a lease runs on the store's clock without a renewal
 * @param renewEvery how often it is renewed
 * @param margin g: what clock steps and granularity may cost; also the longest gap that is not yet a suspicion
 * @param drift rho: how much faster one clock may run than the other, 0.01 for one percent
 * @param ioTimeout by when the store has answered, or is taken not to
 * @param drain how long duties may take to stop
 * @param strictClock whether a challenger also waits a full lease by its own clock, so that not even a stepped store
 *     clock can give two leaders; costs one lease of waiting after a start
 */
public record LeaseTiming(
        Duration lease,
        Duration renewEvery,
        Duration margin,
        double drift,
        Duration ioTimeout,
        Duration drain,
        boolean strictClock) {

    /** A ten second lease, renewed four times as often. */
    public static final LeaseTiming DEFAULT = of(Duration.ofSeconds(10));

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(40);
    private static final Duration LONGEST_LEASE = Duration.ofHours(24);
    private static final Duration LONGEST_KILL = Duration.ofMillis(500);

    /** The proportions of the default for another length of the lease. */
    public static LeaseTiming of(Duration lease) {
        return new LeaseTiming(
                lease,
                lease.dividedBy(4),
                lease.dividedBy(10),
                0.01,
                lease.multipliedBy(3).dividedBy(20),
                lease.dividedBy(5),
                false);
    }

    public LeaseTiming withRenewEvery(Duration other) {
        return new LeaseTiming(lease, other, margin, drift, ioTimeout, drain, strictClock);
    }

    public LeaseTiming withMargin(Duration other) {
        return new LeaseTiming(lease, renewEvery, other, drift, ioTimeout, drain, strictClock);
    }

    public LeaseTiming withDrift(double other) {
        return new LeaseTiming(lease, renewEvery, margin, other, ioTimeout, drain, strictClock);
    }

    public LeaseTiming withIoTimeout(Duration other) {
        return new LeaseTiming(lease, renewEvery, margin, drift, other, drain, strictClock);
    }

    public LeaseTiming withDrain(Duration other) {
        return new LeaseTiming(lease, renewEvery, margin, drift, ioTimeout, other, strictClock);
    }

    public LeaseTiming withStrictClock(boolean other) {
        return new LeaseTiming(lease, renewEvery, margin, drift, ioTimeout, drain, other);
    }

    /** How long a leader may hold on after it sent a request that was granted: (T - g) / (1 + rho). */
    public Duration reign() {
        return Duration.ofNanos((long) (lease.minus(margin).toNanos() / (1 + drift)));
    }

    /** How long an unchanged row must be watched, by our own clock, before its holder is surely over: T (1 + rho) + g. */
    public Duration observation(Duration holdersLease) {
        return Duration.ofNanos((long) (holdersLease.toNanos() * (1 + drift))).plus(margin);
    }

    /** How long an heir has the first try, and one who resigned stays back. */
    public Duration heirWindow() {
        return Duration.ofNanos(lease.toNanos() / 4);
    }

    /** What of the drain is kept back for ending by force what did not stop when asked: a quarter, at most 500 ms. */
    public Duration killTime() {
        Duration quarter = drain.dividedBy(4);
        return quarter.compareTo(LONGEST_KILL) < 0 ? quarter : LONGEST_KILL;
    }

    /** How long to wait before a request with unknown outcome is repeated inside the window. */
    public Duration retryAfter() {
        return Duration.ofNanos(renewEvery.toNanos() / 10);
    }

    /** The longest a crash can leave an election without a leader, given a store that answers within the timeout. */
    public Duration worstTakeover() {
        Duration atTheSlowestRate = Duration.ofNanos((long) (lease.toNanos() * (1 + drift)));
        return atTheSlowestRate.plus(ioTimeout.multipliedBy(3)).plus(lease.dividedBy(1000));
    }

    /** What makes these times unsafe or useless together, each with the setting, its value and what is allowed. */
    public List<String> violations() {
        List<String> found = outOfRange();
        if (!found.isEmpty()) {
            return found;
        }
        Duration mostReign = lease.multipliedBy(12).dividedBy(13);
        if (reign().compareTo(mostReign) > 0) {
            found.add(("margin = %s: too small for a lease of %s, a time daemon may slew the store's clock by 1/12;"
                            + " (lease - margin)/(1 + drift) = %s must be at most %s")
                    .formatted(text(margin), text(lease), text(reign()), text(mostReign)));
        }
        mustFitTogether(found);
        return found;
    }

    /** The same where no clock but the members' own ones counts, and nobody slews those. */
    public List<String> violationsByOwnClocks() {
        List<String> found = outOfRange();
        if (found.isEmpty()) {
            mustFitTogether(found);
        }
        return found;
    }

    private List<String> outOfRange() {
        List<String> found = new ArrayList<>();
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            found.add("lease = %s: allowed is %s to %s"
                    .formatted(text(lease), text(SHORTEST_LEASE), text(LONGEST_LEASE)));
        }
        mustBePositive(found, "renewEvery", renewEvery);
        mustBePositive(found, "margin", margin);
        mustBePositive(found, "ioTimeout", ioTimeout);
        if (drain.isNegative()) {
            found.add("drain = %s: allowed is 0 and above".formatted(text(drain)));
        }
        if (!(drift >= 0 && drift <= 0.5)) {
            found.add("drift = %s: allowed is 0 to 0.5".formatted(drift));
        }
        return found;
    }

    private void mustFitTogether(List<String> found) {
        Duration busy = Duration.ofNanos((long) (renewEvery.toNanos() * 1.1))
                .plus(ioTimeout.multipliedBy(2))
                .plus(drain);
        if (busy.compareTo(reign()) > 0) {
            found.add(("renewEvery * 1.1 + 2 * ioTimeout + drain = %s must be at most"
                            + " (lease - margin)/(1 + drift) = %s: raise lease (%s), or lower renewEvery (%s),"
                            + " ioTimeout (%s) or drain (%s)")
                    .formatted(text(busy), text(reign()), text(lease), text(renewEvery), text(ioTimeout), text(drain)));
        }
    }

    /** These times, or an exception that lists every violation. */
    public LeaseTiming orThrow() {
        List<String> found = violations();
        if (!found.isEmpty()) {
            throw new IllegalArgumentException("unsafe lease timing: " + String.join("; ", found));
        }
        return this;
    }

    private static void mustBePositive(List<String> found, String setting, Duration value) {
        if (value.isNegative() || value.isZero()) {
            found.add("%s = %s: allowed is above 0".formatted(setting, text(value)));
        }
    }

    private static String text(Duration span) {
        long millis = span.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis < 1000 ? millis + " ms" : millis / 1000.0 + " s";
    }
}
