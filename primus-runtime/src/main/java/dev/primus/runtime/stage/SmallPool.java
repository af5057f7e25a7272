package dev.primus.runtime.stage;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool of one thread, which exists only while there is something to do every now and then. */
final class SmallPool {
    private static final long IDLE_SECONDS = 20;

    private SmallPool() {}

    static ThreadPoolExecutor ofOne(ThreadFactory threads) {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        one.allowCoreThreadTimeOut(true);
        return one;
    }
}
