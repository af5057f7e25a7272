package dev.primus.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of the registry engine.
 *
 * @param lease how a leader's promises run and are renewed, and what its duties need to stop
 * @param checkEvery how often leader and standbys look, though they would be told of any change
 * @param takeoverDelay how long a leader that vanished without a word may take to come back
 * @param settle how long after its start a member hands out nothing unless all it expects are there
 * @param stableAfter how long a view that lost somebody must last before anything is granted on it
 */
public record RegistryTiming(
        LeaseTiming lease, Duration checkEvery, Duration takeoverDelay, Duration settle, Duration stableAfter) {

    /** As the documents say, where a promise is no lease: a takeover waits for the view alone. */
    public static final RegistryTiming DOCUMENTED_AVAILABLE = new RegistryTiming(
            new LeaseTiming(
                    Duration.ofSeconds(10),
                    Duration.ofMillis(1000),
                    Duration.ofSeconds(1),
                    0.01,
                    Duration.ofMillis(1500),
                    Duration.ofSeconds(2),
                    false),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofMillis(300));

    /** As the documents say, with promises that bind: short, since a crash has to wait for them. */
    public static final RegistryTiming DOCUMENTED = new RegistryTiming(
            new LeaseTiming(
                    Duration.ofMillis(2500),
                    Duration.ofMillis(500),
                    Duration.ofMillis(250),
                    0.01,
                    Duration.ofMillis(400),
                    Duration.ofMillis(800),
                    false),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofMillis(300));

    /** For those who would rather change leaders than wait. */
    public static final RegistryTiming FAST = new RegistryTiming(
            new LeaseTiming(
                    Duration.ofMillis(900),
                    Duration.ofMillis(150),
                    Duration.ofMillis(90),
                    0.01,
                    Duration.ofMillis(150),
                    Duration.ofMillis(200),
                    false),
            Duration.ofSeconds(5),
            Duration.ofMillis(100),
            Duration.ofSeconds(1),
            Duration.ofMillis(150));

    public RegistryTiming withLease(LeaseTiming other) {
        return new RegistryTiming(other, checkEvery, takeoverDelay, settle, stableAfter);
    }

    public RegistryTiming withCheckEvery(Duration other) {
        return new RegistryTiming(lease, other, takeoverDelay, settle, stableAfter);
    }

    public RegistryTiming withTakeoverDelay(Duration other) {
        return new RegistryTiming(lease, checkEvery, other, settle, stableAfter);
    }

    public RegistryTiming withSettle(Duration other) {
        return new RegistryTiming(lease, checkEvery, takeoverDelay, other, stableAfter);
    }

    /** How long a member that has just begun promises nothing new: it may have promised something in a former life. */
    public Duration silence() {
        return Duration.ofNanos((long) (lease.lease().toNanos() * (1 + lease.drift())));
    }

    /** What makes these times unsafe or useless, each with the setting, its value and what is allowed. */
    public List<String> violations() {
        List<String> found = new ArrayList<>(lease.violations());
        atLeast(found, "election_interval", checkEvery, Duration.ofMillis(10));
        atLeast(found, "takeover_delay", takeoverDelay, Duration.ZERO);
        atLeast(found, "settle", settle, Duration.ZERO);
        atLeast(found, "stable_after", stableAfter, Duration.ZERO);
        if (lease.strictClock()) {
            found.add("strict_clock = true: allowed is false, members judge by their own clocks only");
        }
        return found;
    }

    private static void atLeast(List<String> found, String setting, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            found.add("%s = %d ms: allowed is %d ms and above".formatted(setting, value.toMillis(), least.toMillis()));
        }
    }
}
