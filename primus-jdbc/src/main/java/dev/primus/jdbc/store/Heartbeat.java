package dev.primus.jdbc.store;

import java.time.Duration;

/** When to show again that this process is alive: at most once per lease, so that it costs next to nothing. */
final class Heartbeat {
    private final long everyNanos;
    private volatile long shownAt;
    private volatile boolean never = true;

    Heartbeat(Duration every) {
        this.everyNanos = every.toNanos();
    }

    boolean isDue() {
        return never || System.nanoTime() - shownAt >= everyNanos;
    }

    void shown() {
        shownAt = System.nanoTime();
        never = false;
    }
}
