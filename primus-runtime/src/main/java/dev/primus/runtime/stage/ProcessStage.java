package dev.primus.runtime.stage;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.effect.LaneCourier;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real process: the JVM's clocks, a thread for the node, a few for calls and listeners, one for each duty. */
public final class ProcessStage implements Stage {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessStage.class);

    /** More listeners than this that block at the same time delay each other; renewals and calls have their own. */
    private static final int MOST_LISTENING = 32;

    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final String name;
    private final long origin = System.nanoTime();
    /** Seeded once: it never gives the same number twice, and the elections of a busy node draw thousands a second. */
    private final SplittableRandom chance = new SplittableRandom(new SecureRandom().nextLong());

    private final PatientPool listeners;
    private final ExecutorService renewals;
    private final ExecutorService calls;
    private long failedTurns;
    private volatile boolean mail;
    private volatile boolean closed;
    private volatile @Nullable Thread nodeThread;

    public ProcessStage(String name) {
        this.name = name;
        this.listeners = new PatientPool(MOST_LISTENING, task -> daemon("primus-" + name + "-listener", task));
        this.renewals = SmallPool.ofOne(task -> daemon("primus-" + name + "-renewals", task));
        this.calls = SmallPool.ofOne(task -> daemon("primus-" + name + "-store", task));
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
        synchronized (chance) {
            return chance.nextLong();
        }
    }

    @Override
    public void drive(Driven node) {
        Thread thread = daemon("primus-" + name, () -> turnUntilClosed(node));
        nodeThread = thread;
        thread.start();
    }

    /** The loop that nothing ends but {@link #close()}: not an interrupt, not an exception, not even a failing log. */
    private void turnUntilClosed(Driven node) {
        while (!closed) {
            mail = false;
            MonoTime next = turnOnce(node);
            Thread.interrupted();
            long wait = next.nanosSince(now());
            if (!mail && !closed && wait > 0) {
                LockSupport.parkNanos(this, wait);
            }
        }
    }

    private MonoTime turnOnce(Driven node) {
        try {
            return node.turn();
        } catch (Throwable e) {
            failedTurns++;
            try {
                LOG.error("turn of node {} failed, {} so far; going on", name, failedTurns, e);
            } catch (Throwable worse) {
                failedTurns++;
            }
            return now().plus(AFTER_FAILURE);
        }
    }

    @Override
    public void nudge() {
        mail = true;
        LockSupport.unpark(nodeThread);
    }

    @Override
    public Executor lane(String lane) {
        return new SerialLane(listeners);
    }

    @Override
    public Courier courier(LeaseStore store) {
        return new LaneCourier(store, new SerialLane(renewals), new SerialLane(calls));
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
        listeners.close();
        renewals.shutdown();
        calls.shutdown();
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
