package dev.primus.runtime.stage;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool that starts a thread only if none is idle, never more than it may, and lets the rest wait. */
final class SmallPool {
    private static final long IDLE_SECONDS = 20;

    private SmallPool() {}

    static ThreadPoolExecutor upTo(int most, ThreadFactory threads) {
        return new ThreadPoolExecutor(
                0, most, IDLE_SECONDS, TimeUnit.SECONDS, new IdleFirst(), threads, SmallPool::letWait);
    }

    /** Called when nobody is idle and no further thread may be started. */
    private static void letWait(Runnable task, ThreadPoolExecutor pool) {
        if (pool.isShutdown()) {
            throw new RejectedExecutionException("closed");
        }
        ((IdleFirst) pool.getQueue()).letWait(task);
    }

    /** Takes a task only if somebody is waiting for one, so that the pool grows before tasks queue up. */
    private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        void letWait(Runnable task) {
            super.offer(task);
        }
    }
}
