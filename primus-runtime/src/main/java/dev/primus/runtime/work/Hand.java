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
 * Calls the user's callbacks one after another, in order, on a thread of its own, so that no lease waits for them. A
 * callback can end that thread; {@link #revive()} starts another, which goes on with what is left to tell.
 */
final class Hand {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.worker");
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Stage stage;
    private final String name;
    private final Runnable onThreadEnd;
    private final Bell bell = new Bell();
    private final Deque<Notice> notices = new ArrayDeque<>();
    private boolean alive;
    private boolean closed;
    private volatile @Nullable Thread thread;

    /** @param onThreadEnd is called when the thread has ended, whether it was closed or a callback ended it */
    Hand(Stage stage, String name, Runnable onThreadEnd) {
        this.stage = stage;
        this.name = name;
        this.onThreadEnd = onThreadEnd;
        revive();
    }

    /** Partitions that the user is still to be told of. */
    private record Notice(Consumer<Lot> callback, Deque<Lot> lots, Runnable afterwards) {}

    /**
     * @param afterwards is called when the user's code has come back, however it did
     */
    void tell(Consumer<Lot> user, Lots lots, Runnable afterwards) {
        synchronized (this) {
            if (lots.isEmpty()) {
                return;
            }
            notices.add(new Notice(user, new ArrayDeque<>(lots.all()), afterwards));
        }
        bell.ring();
    }

    /** Starts the thread unless there is one. */
    void revive() {
        synchronized (this) {
            if (alive) {
                return;
            }
            alive = true;
        }
        try {
            stage.launch("worker-" + name + "-work", this::work, this::threadEnded);
        } catch (RuntimeException | Error e) {
            threadEnded();
            throw e;
        }
    }

    private void threadEnded() {
        synchronized (this) {
            alive = false;
        }
        onThreadEnd.run();
    }

    synchronized boolean isAlive() {
        return alive;
    }

    /** Whether the caller is a callback. */
    boolean isThisThread() {
        return Thread.currentThread() == thread;
    }

    private void work() {
        thread = Thread.currentThread();
        try {
            while (true) {
                Notice notice = next();
                if (notice != null) {
                    tell(notice);
                } else if (isClosed()) {
                    return;
                } else {
                    rest();
                }
            }
        } finally {
            thread = null;
        }
    }

    private void tell(Notice notice) {
        Lot lot = poll(notice);
        if (lot == null) {
            removeFirst();
            notice.afterwards().run();
        } else {
            Thread.interrupted(); // What the last callback left set is not meant for this one.
            tell(notice.callback(), lot);
        }
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

    private void rest() {
        Thread.interrupted();
        try {
            bell.await(stage, LONGEST_WAIT);
        } catch (InterruptedException e) {
            LOG.debug("the thread of worker {}'s callbacks was interrupted; it goes on", name);
        }
    }

    private synchronized @Nullable Notice next() {
        return notices.peek();
    }

    private synchronized @Nullable Lot poll(Notice notice) {
        return notice.lots().poll();
    }

    private synchronized void removeFirst() {
        notices.removeFirst();
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
