package dev.primus.runtime.node;

import dev.primus.core.MonoTime;
import java.time.Duration;

/**
 * The heartbeat of the node's thread as others see it. A thread that asks whether a term is held right after a pause of
 * the whole process must hear "no", even if it is the first to wake; so it looks at when the node last moved.
 */
final class Pulse {
    private final long tolerated;
    private volatile long last;

    Pulse(Duration tolerated) {
        this.tolerated = tolerated.toNanos();
    }

    void beat(MonoTime now) {
        last = now.nanos();
    }

    boolean isRegular(long now) {
        return now - last <= tolerated;
    }
}
