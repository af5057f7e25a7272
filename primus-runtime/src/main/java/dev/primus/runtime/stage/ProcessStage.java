package dev.primus.runtime.stage;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.effect.LaneCourier;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real process: the JVM's clocks, a thread for the node, a few for calls and listeners, one for each duty. */
public final class ProcessStage implements Stage {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessStage.class);
    private static final Duration IDLE_THREAD_KEPT = Duration.ofSeconds(20);

    private final String name;
    private final long origin = System.nanoTime();
    private final SecureRandom chance = new SecureRandom();
    private final ThreadPoolExecutor pool;
    private volatile boolean mail;
    private volatile boolean closed;
    private volatile @Nullable Thread nodeThread;

    public ProcessStage(String name) {
        this.name = name;
        this.pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_THREAD_KEPT.toMillis(),
                TimeUnit.MILLISECONDS,
                new SynchronousQueue<>(),
                task -> daemon("primus-" + name + "-call", task));
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public long nanos() {
        return System.nanoTime() - origin;
    }

    @Override
    public Instant wall() {
        return Instant.now();
    }

    @Override
    public long random() {
        return chance.nextLong();
    }

    @Override
    public void drive(Driven node) {
        Thread thread = daemon("primus-" + name, () -> turnUntilClosed(node));
        nodeThread = thread;
        thread.start();
    }

    /** The loop that nothing ends but {@link #close()}: not an interrupt, not an exception. */
    private void turnUntilClosed(Driven node) {
        while (!closed) {
            mail = false;
            MonoTime next;
            try {
                next = node.turn();
            } catch (Throwable e) {
                LOG.error("a turn of node {} failed; going on", name, e);
                next = now().plus(Duration.ofMillis(100));
            }
            Thread.interrupted();
            long wait = next.nanosSince(now());
            if (!mail && !closed && wait > 0) {
                LockSupport.parkNanos(this, wait);
            }
        }
    }

    @Override
    public void nudge() {
        mail = true;
        LockSupport.unpark(nodeThread);
    }

    @Override
    public Executor lane(String lane) {
        return new SerialLane(pool);
    }

    @Override
    public Courier courier(LeaseStore store) {
        return new LaneCourier(store, lane("renewals"), lane("store"));
    }

    @Override
    public Work launch(String duty, Runnable body, Runnable ended) {
        Thread thread = daemon("primus-duty-" + duty, () -> {
            try {
                body.run();
            } finally {
                ended.run();
            }
        });
        thread.start();
        return new ThreadWork(thread);
    }

    @Override
    public void sleep(Duration span) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(span.toNanos());
    }

    @Override
    public void close() {
        closed = true;
        nudge();
        pool.shutdown();
    }

    private record ThreadWork(Thread thread) implements Work {
        @Override
        public void interrupt() {
            thread.interrupt();
        }

        @Override
        public String whereabouts() {
            return thread.getName() + " " + thread.getState() + " "
                    + Arrays.stream(thread.getStackTrace())
                            .limit(12)
                            .map(StackTraceElement::toString)
                            .toList();
        }
    }
}
