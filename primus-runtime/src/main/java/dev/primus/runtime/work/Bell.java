package dev.primus.runtime.work;

import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Wakes one thread that waits for something to do. What rings while nobody waits is heard at the next wait. */
final class Bell {
    private CompletableFuture<Boolean> next = new CompletableFuture<>();

    void ring() {
        current().complete(true);
    }

    private synchronized CompletableFuture<Boolean> current() {
        return next;
    }

    /** Returns when it has rung, or after that time. */
    void await(Stage stage, Duration most) throws InterruptedException {
        CompletableFuture<Boolean> ringing = current();
        try {
            if (!most.isNegative() && !most.isZero()) {
                stage.await(ringing, most);
            }
        } catch (TimeoutException | ExecutionException e) {
            return; // Nothing has rung, and nothing else completes it.
        } finally {
            renew(ringing);
        }
    }

    private synchronized void renew(CompletableFuture<Boolean> heard) {
        if (heard.isDone() && next == heard) {
            next = new CompletableFuture<>();
        }
    }
}
