package dev.primus.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PatientPoolTest {
    private static final int MOST = 8;

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicInteger mostAlive = new AtomicInteger();
    private final CountDownLatch never = new CountDownLatch(1);
    private final PatientPool pool = new PatientPool(MOST, this::counted);

    private Thread counted(Runnable work) {
        Thread thread = new Thread(() -> {
            mostAlive.accumulateAndGet(alive.incrementAndGet(), Math::max);
            try {
                work.run();
            } finally {
                alive.decrementAndGet();
            }
        });
        started.incrementAndGet();
        thread.setDaemon(true);
        return thread;
    }

    @AfterEach
    void close() {
        never.countDown();
        pool.close();
    }

    @Test
    @DisplayName("tasks that block, all threads but one of them, do not keep a further one from being done")
    void blockedTasksDelayNoOther() throws InterruptedException {
        for (int i = 0; i < MOST - 1; i++) {
            pool.execute(this::block);
        }
        assertIsDoneSoon();
        assertIsDoneSoon();
    }

    @Test
    @DisplayName("one that begins to block while others wait behind it does not keep them waiting")
    void whoWaitsIsWatched() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            pool.execute(() -> {
                awaitQuietly(go);
                awaitQuietly(never);
            });
        }
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);
        go.countDown();

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("short tasks one after another need few threads, however many come")
    void shortTasksNeedFewThreads() throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            assertIsDoneSoon();
        }
        // At once, that is: on a machine that stands still they end for want of work, and others are started later.
        assertThat(mostAlive.get()).isLessThan(MOST);
    }

    @Test
    @DisplayName("beyond the limit tasks wait, and are done once there is a thread again")
    void waitBeyondTheLimit() {
        for (int i = 0; i < MOST; i++) {
            pool.execute(this::block);
        }
        List<Integer> done = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            pool.execute(() -> {
                synchronized (done) {
                    done.add(number);
                }
            });
        }
        await().until(() -> alive.get() == MOST);
        assertThat(started.get()).isEqualTo(MOST);
        assertThat(done).isEmpty();

        never.countDown();

        await().until(() -> {
            synchronized (done) {
                return done.size() == 100;
            }
        });
    }

    @Test
    @DisplayName("threads without work end, and come back with it")
    void threadsEnd() throws InterruptedException {
        pool.execute(() -> awaitQuietly(never));
        assertIsDoneSoon();
        never.countDown();

        await().until(() -> alive.get() == 0);

        assertIsDoneSoon();
    }

    @Test
    @DisplayName("neither a task that throws nor one that interrupts its thread costs another")
    void survivesItsTasks() throws InterruptedException {
        for (int i = 0; i < 2 * MOST; i++) {
            pool.execute(() -> {
                throw new IllegalStateException("planted");
            });
            pool.execute(() -> Thread.currentThread().interrupt());
        }
        assertIsDoneSoon();
    }

    @Test
    @DisplayName("what was handed in before the end is done, and nothing is taken after it")
    void closing() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> awaitQuietly(never));
        pool.execute(done::countDown);
        pool.close();

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        never.countDown();
        await().until(() -> alive.get() == 0);
    }

    private void block() {
        awaitQuietly(never);
    }

    private void assertIsDoneSoon() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
