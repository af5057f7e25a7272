package dev.primus.runtime.node;

import dev.primus.core.MonoTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Notices that time went by without us: the node's thread came late, or the machine was suspended, in which case the
 * monotonic clock stood still and only the wall clock shows it.
 */
public final class PauseWatch {
    private final long margin;
    private long lastMono;
    private long lastWall;

    public PauseWatch(Duration margin, MonoTime now, Instant wall) {
        this.margin = margin.toNanos();
        this.lastMono = now.nanos();
        this.lastWall = nanosOf(wall);
    }

    /** The longest stretch that may have gone by unnoticed since the last call; zero if nothing is suspicious. */
    public Duration check(MonoTime now, Instant wall, boolean ticking) {
        long mono = now.nanos() - lastMono;
        long apart = Math.abs(nanosOf(wall) - lastWall - mono);
        lastMono = now.nanos();
        lastWall = nanosOf(wall);
        boolean late = ticking && mono > margin;
        boolean skewed = apart > margin / 2;
        if (!late && !skewed) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(late ? Math.max(mono, apart) : apart);
    }

    private static long nanosOf(Instant wall) {
        return TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano();
    }
}
