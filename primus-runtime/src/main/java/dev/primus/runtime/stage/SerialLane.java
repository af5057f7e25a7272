package dev.primus.runtime.stage;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs its tasks one after another on a thread of a shared pool; an idle lane occupies none. */
final class SerialLane implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialLane.class);

    private final Executor pool;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean running;

    SerialLane(Executor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (waiting) {
            waiting.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        try {
            pool.execute(this::runAll);
        } catch (RejectedExecutionException e) {
            LOG.debug("closed; a task was left undone");
        } catch (RuntimeException | Error e) {
            giveUp(task);
            throw e;
        }
    }

    /** No thread could be had: the next task may have more luck. */
    private void giveUp(Runnable task) {
        synchronized (waiting) {
            waiting.remove(task);
            running = false;
        }
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            Thread.interrupted(); // What the last task left set is not meant for this one.
            try {
                task.run();
            } catch (Throwable e) {
                LOG.error("a task failed; the lane goes on", e);
            }
        }
    }

    private @Nullable Runnable next() {
        synchronized (waiting) {
            Runnable task = waiting.poll();
            running = task != null;
            return task;
        }
    }
}
