package dev.primus.testkit.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The time of this process. */
final class RealTimeline implements Timeline {
    private final long origin = System.nanoTime();
    private final long begun = Duration.between(StoreClock.DAWN, Instant.now()).toNanos();

    @Override
    public long now() {
        return begun + System.nanoTime() - origin;
    }

    @Override
    public void after(long nanos, Runnable task) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(task);
    }
}
