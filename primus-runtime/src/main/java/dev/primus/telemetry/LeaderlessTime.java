package dev.primus.telemetry;

import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.Optional;

/** Adds up how long an election had no leader as far as this node knew. Safe for use from any thread. */
final class LeaderlessTime {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Clock clock;
    private long total;
    private long since;
    private boolean running;
    private boolean leaderWasLost;

    LeaderlessTime(Clock clock) {
        this.clock = clock;
    }

    /** A node has come in and knows of nobody yet. */
    synchronized void knowsNobody() {
        begin(false);
    }

    synchronized void leaderLost() {
        begin(true);
    }

    private void begin(boolean lost) {
        if (!running) {
            running = true;
            since = clock.monotonicTime();
            leaderWasLost = lost;
        }
    }

    /** There is a leader again; says how long there was none if one had been lost, which is how long a takeover took. */
    synchronized Optional<Duration> leaderKnown() {
        boolean takeover = running && leaderWasLost;
        long lasted = end();
        return takeover ? Optional.of(Duration.ofNanos(lasted)) : Optional.empty();
    }

    /** This node does not look any more. */
    synchronized void nobodyLooks() {
        end();
    }

    private long end() {
        long lasted = running ? clock.monotonicTime() - since : 0;
        running = false;
        total += lasted;
        return lasted;
    }

    synchronized double seconds() {
        return (total + (running ? clock.monotonicTime() - since : 0)) / NANOS_PER_SECOND;
    }
}
