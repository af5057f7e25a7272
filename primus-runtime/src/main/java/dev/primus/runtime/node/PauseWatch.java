package dev.primus.runtime.node;

import dev.primus.core.MonoTime;
import java.time.Duration;
import java.time.Instant;

/**
 * Notices that time went by without us: the node's thread came late, or the machine was suspended, in which case the
 * monotonic clock stood still and only the wall clock shows it.
 */
final class PauseWatch {
    private final Duration margin;
    private MonoTime lastMono;
    private Instant lastWall;

    PauseWatch(Duration margin, MonoTime now, Instant wall) {
        this.margin = margin;
        this.lastMono = now;
        this.lastWall = wall;
    }

    /** The longest stretch that may have gone by unnoticed since the last call; zero if nothing is suspicious. */
    Duration check(MonoTime now, Instant wall, boolean ticking) {
        Duration mono = Duration.ofNanos(now.nanosSince(lastMono));
        Duration apart = Duration.between(lastWall, wall).minus(mono).abs();
        lastMono = now;
        lastWall = wall;
        boolean late = ticking && mono.compareTo(margin) > 0;
        boolean skewed = apart.compareTo(margin.dividedBy(2)) > 0;
        if (!late && !skewed) {
            return Duration.ZERO;
        }
        return late && mono.compareTo(apart) > 0 ? mono : apart;
    }
}
