package dev.primus.testkit.sim;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A real thread that runs only while it holds the baton: the world waits meanwhile, so that even code that blocks has
 * one order of events. The threads come from a pool and go back to it; an idle one ends by itself.
 */
final class Baton {
    /** The world, or the process, has ended under a thread's feet. */
    static final class Gone extends ThreadDeath {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final ExecutorService POOL = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "primus-sim-baton");
        thread.setDaemon(true);
        return thread;
    });
    private static final ThreadLocal<Baton> MINE = new ThreadLocal<>();

    private final Semaphore forThread = new Semaphore(0);
    private final Semaphore forWorld = new Semaphore(0);
    private volatile @Nullable Thread thread;
    private boolean over;
    private boolean doomed;

    /** The baton of the calling thread; null on the world's own. */
    static @Nullable Baton current() {
        return MINE.get();
    }

    /** Prepares {@code body}; it begins with the first {@link #pass()}. */
    Baton(Runnable body) {
        POOL.execute(() -> {
            MINE.set(this);
            thread = Thread.currentThread();
            forThread.acquireUninterruptibly();
            try {
                if (!doomed) {
                    body.run();
                }
            } catch (Gone e) {
                over = true;
            } finally {
                over = true;
                thread = null;
                Thread.interrupted();
                MINE.remove();
                forWorld.release();
            }
        });
    }

    /** The world lets the thread run until it waits or ends. */
    void pass() {
        if (!over) {
            forThread.release();
            forWorld.acquireUninterruptibly();
        }
    }

    /** The thread lets the world go on, and returns when it is passed the baton again. */
    void waitForTurn() {
        forWorld.release();
        forThread.acquireUninterruptibly();
        if (doomed) {
            throw new Gone();
        }
    }

    /** Ends the thread: wherever it waits, it never comes back from there. */
    void doom() {
        doomed = true;
        pass();
    }

    boolean isOver() {
        return over;
    }

    void interrupt() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
    }
}
