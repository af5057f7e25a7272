package dev.primus.server.control;

import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Looks into the store for somebody who must be answered soon, whether it answers or not. One at a time: a store that
 * hangs costs one thread, however often it is asked for.
 */
final class StoreLook {
    private final Duration longest;
    private final Semaphore turn = new Semaphore(1);

    StoreLook(Duration longest) {
        this.longest = longest;
    }

    /**
     * What was seen.
     *
     * @throws StoreException if the look failed, or is not over in time
     */
    <T> T at(Supplier<T> sight) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            if (!turn.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                throw tooLate();
            }
            return begin(sight).get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while the store was asked", e);
        } catch (TimeoutException e) {
            throw tooLate();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoreException known
                    ? known
                    : new StoreException("the store could not be asked: " + e.getCause(), e);
        }
    }

    private StoreException tooLate() {
        return new StoreException("the store has not answered within %d ms".formatted(longest.toMillis()));
    }

    private <T> CompletableFuture<T> begin(Supplier<T> sight) {
        CompletableFuture<T> seen = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        seen.complete(sight.get());
                    } catch (RuntimeException | Error e) {
                        seen.completeExceptionally(e);
                    } finally {
                        turn.release();
                    }
                },
                "primus-control-look");
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (Error noThread) {
            turn.release();
            throw noThread;
        }
        return seen;
    }
}
