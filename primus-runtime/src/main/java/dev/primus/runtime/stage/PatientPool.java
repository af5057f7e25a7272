package dev.primus.runtime.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads for tasks that are short as a rule and may block for ever. Two do all the work while they keep up; a task that
 * has been at it for longer than a moment no longer counts, and a task that has waited that long gets a further thread,
 * up to a limit. Threads with nothing to do end soon.
 */
final class PatientPool implements Executor, AutoCloseable {
    static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int AT_A_TIME = 2;

    private record Waiting(Runnable task, long since) {}

    private final int most;
    private final ThreadFactory threads;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Map<Thread, Long> runningSince = new HashMap<>();
    private int alive;
    private boolean closed;

    PatientPool(int most, ThreadFactory threads) {
        this.most = most;
        this.threads = threads;
    }

    @Override
    public synchronized void execute(Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        waiting.addLast(new Waiting(task, System.nanoTime()));
        if (isSomebodyIdle()) {
            notify();
            return;
        }
        try {
            addThread();
        } catch (Error e) {
            waiting.removeLast();
            throw e;
        }
    }

    private boolean isSomebodyIdle() {
        return runningSince.size() < alive;
    }

    private void addThread() {
        if (alive < most) {
            threads.newThread(this::work).start();
            alive++;
        }
    }

    private void work() {
        boolean inOrder = false;
        try {
            for (Runnable task = next(); task != null; task = next()) {
                task.run();
            }
            inOrder = true;
        } finally {
            if (!inOrder) {
                died();
            }
        }
    }

    private synchronized void died() {
        runningSince.remove(Thread.currentThread());
        alive--;
        if (!waiting.isEmpty()) {
            addThreadIfPossible();
        }
    }

    private synchronized @Nullable Runnable next() {
        runningSince.remove(Thread.currentThread());
        long idleSince = System.nanoTime();
        while (true) {
            long now = System.nanoTime();
            long wait = waiting.isEmpty() ? idleSince + IDLE_NANOS - now : untilHeadMayRun(now);
            if (wait <= 0) {
                return waiting.isEmpty() ? ended() : begun(now);
            }
            if (closed && waiting.isEmpty()) {
                return ended();
            }
            pause(wait);
        }
    }

    /** Until the head of the queue has waited long enough, or one of those that run has run for too long to count. */
    private long untilHeadMayRun(long now) {
        long lively = 0;
        long until = waiting.getFirst().since() + PATIENCE_NANOS - now;
        for (long since : runningSince.values()) {
            long counts = since + PATIENCE_NANOS - now;
            if (counts > 0) {
                lively++;
                until = Math.min(until, counts);
            }
        }
        return lively < AT_A_TIME ? 0 : until;
    }

    private Runnable begun(long now) {
        Runnable task = waiting.removeFirst().task();
        runningSince.put(Thread.currentThread(), now);
        if (!waiting.isEmpty() && !isSomebodyIdle()) {
            addThreadIfPossible();
        }
        return task;
    }

    /** Somebody has to watch those who wait; without another thread they wait for this one. */
    private void addThreadIfPossible() {
        try {
            addThread();
        } catch (OutOfMemoryError e) {
            notifyAll();
        }
    }

    private @Nullable Runnable ended() {
        alive--;
        return null;
    }

    private void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(nanos, TimeUnit.MICROSECONDS.toNanos(100)));
        } catch (InterruptedException e) {
            // A listener interrupted its thread. The thread is ours, and goes on to look whether there is work.
            notify();
        }
    }

    /** What waits is still done. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
