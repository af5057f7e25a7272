package dev.primus.runtime.work;

import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what a user wants done when partitions come and go: one thing after another, in order, on a thread of its own, so that
 * nobody's lease waits for it.
 */
final class Hand {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.worker");
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Stage stage;
    private final Bell bell = new Bell();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private boolean closed;

    Hand(Stage stage, String name) {
        this.stage = stage;
        stage.launch("worker-" + name + "-work", this::work, () -> {});
    }

    /**
     * @param afterwards is called when the user's code has come back, however it did
     */
    void tell(Consumer<Lot> user, Lots lots, Runnable afterwards) {
        synchronized (this) {
            if (lots.isEmpty()) {
                return;
            }
            tasks.add(() -> {
                lots.all().forEach(lot -> tell(user, lot));
                afterwards.run();
            });
        }
        bell.ring();
    }

    /** What a user's code throws is told and costs nobody else anything: to wait for it to think better of it would not end. */
    private static void tell(Consumer<Lot> user, Lot lot) {
        try {
            user.accept(lot);
        } catch (ThreadDeath e) {
            throw e; // Whoever ends this thread means it.
        } catch (Throwable e) {
            LOG.error("the worker's code failed about {}; it counts as done", lot, e);
        }
    }

    private void work() {
        try {
            while (true) {
                Runnable task = next();
                if (task != null) {
                    task.run();
                } else if (isClosed()) {
                    return;
                } else {
                    bell.await(stage, LONGEST_WAIT);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Runnable next() {
        return tasks.poll();
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** What is left is done; then the thread ends. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        bell.ring();
    }
}
