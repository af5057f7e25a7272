package dev.primus.cluster;

import java.util.concurrent.TimeUnit;

/** So many in each second, and no more. From any thread. */
final class RateLimit {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final int most;
    private long begunAt;
    private int taken;

    RateLimit(int most, long now) {
        this.most = most;
        this.begunAt = now;
    }

    synchronized boolean mayTake(long now) {
        if (now - begunAt >= SECOND) {
            begunAt = now;
            taken = 0;
        }
        return taken++ < most;
    }
}
