package dev.primus.runtime.work;

import static dev.primus.runtime.work.ScriptedWorkerStore.LIST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.LeaseTiming;
import dev.primus.core.partition.Lot;
import dev.primus.worker.Worker;
import dev.primus.worker.WorkerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("H3: neither a worker's callbacks nor its driver can end it")
@Timeout(30)
class HostileWorkerCallbackTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ScriptedWorkerStore store = new ScriptedWorkerStore();
    private final List<Lot> assigned = new CopyOnWriteArrayList<>();
    private final List<Lot> revoked = new CopyOnWriteArrayList<>();
    private final List<Lot> lost = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private @Nullable Worker worker;

    /** How a callback misbehaves. */
    private enum Hostility {
        INTERRUPT {
            @Override
            void act() {
                Thread.currentThread().interrupt();
            }
        },
        ERROR {
            @Override
            void act() {
                throw new LinkageError("hostile");
            }
        },
        END_OF_THREAD {
            @Override
            void act() {
                throw new ThreadDeath();
            }
        };

        abstract void act();
    }

    private Worker join(Consumer<WorkerBuilder> how) {
        WorkerBuilder builder = Worker.named("w")
                .timing(LeaseTiming.of(Duration.ofSeconds(1)))
                .onAssigned(assigned::add)
                .onRevoked(revoked::add)
                .onLost(lost::add);
        how.accept(builder);
        Worker joined = builder.join(store);
        worker = joined;
        return joined;
    }

    @AfterEach
    void end() {
        store.onLook = null;
        released.countDown();
        if (worker != null) {
            worker.close();
        }
    }

    /** The thread that a callback ended is no concern of the test's. */
    private static ConditionFactory eventually() {
        return await().dontCatchUncaughtExceptions()
                .pollInterval(Duration.ofMillis(10))
                .atMost(PATIENCE);
    }

    private void ownsAll(Worker joined, int life) {
        eventually().until(() -> store.lives.size() == life && joined.generation(LIST, 5) == life);
    }

    private static Consumer<Lot> once(Consumer<Lot> usual, Hostility hostility) {
        AtomicBoolean acted = new AtomicBoolean();
        return lot -> {
            usual.accept(lot);
            if (acted.compareAndSet(false, true)) {
                hostility.act();
            }
        };
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    @DisplayName("onAssigned: the worker works on, in a new life only if the thread was ended")
    void onAssigned(Hostility hostility) {
        Worker joined = join(builder -> builder.onAssigned(once(assigned::add, hostility)));
        goesOn(joined, hostility);
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    @DisplayName("onRevoked: the partition is let go, or lost with the life if the thread was ended")
    void onRevoked(Hostility hostility) {
        Worker joined = join(builder -> builder.onRevoked(once(revoked::add, hostility)));
        ownsAll(joined, 1);
        store.revoke(3);
        eventually().until(() -> revoked.size() == 1);
        if (hostility != Hostility.END_OF_THREAD) {
            eventually()
                    .until(() -> store.reported.seen() == 2
                            && store.reported.finishing().isEmpty());
            assertThat(store.lives).hasSize(1);
            store.revoke(4);
        }
        goesOn(joined, hostility);
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    @DisplayName("onLost: the next life begins and its callbacks are called")
    void onLost(Hostility hostility) {
        Worker joined = join(builder -> builder.onLost(once(lost::add, hostility)));
        ownsAll(joined, 1);
        failOnce(new IllegalStateException("the driver failed"));
        eventually().until(() -> lost.size() == 1);
        eventually().until(() -> joined.generation(LIST, 3) > 1);
        int life = store.lives.size();
        eventually().until(() -> assigned.stream().anyMatch(lot -> lot.generation() == life));
    }

    private void goesOn(Worker joined, Hostility hostility) {
        boolean ended = hostility == Hostility.END_OF_THREAD;
        ownsAll(joined, ended ? 2 : 1);
        eventually().until(() -> lost.size() == (ended ? 1 : 0));
        eventually().until(() -> !assigned.isEmpty());
        joined.close();
        assertThat(revoked).as("what it had was asked for again when it left").isNotEmpty();
        assertThat(store.signedOff).as("it left in good order").hasSize(1);
    }

    private void failOnce(Throwable failure) {
        store.onLook = () -> {
            store.onLook = null;
            HostileWorkerCallbackTest.<RuntimeException>sneak(failure);
        };
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    @Test
    @DisplayName("an Error of the driver ends the life: onLost is called, and a new life begins")
    void driverError() {
        Worker joined = join(builder -> {});
        ownsAll(joined, 1);
        failOnce(new OutOfMemoryError("hostile"));
        ownsAll(joined, 2);
        eventually().until(() -> lost.size() == 1);
    }

    @Test
    @DisplayName("so does a driver that ends the worker's thread")
    void driverEndsTheThread() {
        Worker joined = join(builder -> {});
        ownsAll(joined, 1);
        failOnce(new ThreadDeath());
        ownsAll(joined, 2);
        eventually().until(() -> lost.size() == 1);
    }

    @Test
    @DisplayName("a driver that leaves the interrupt flag set costs the worker nothing")
    void driverInterrupts() throws InterruptedException {
        Worker joined = join(builder -> {});
        ownsAll(joined, 1);
        CountDownLatch looks = new CountDownLatch(3);
        store.onLook = () -> {
            looks.countDown();
            Thread.currentThread().interrupt();
        };
        assertThat(looks.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(joined.generation(LIST, 3)).isEqualTo(1);
        assertThat(lost).isEmpty();
    }

    @Test
    @DisplayName("a callback that never returns keeps its partition, and close() returns within its patience")
    void endlessBlock() {
        Worker joined = join(builder -> builder.patience(Duration.ofMillis(300)).onRevoked(lot -> block()));
        ownsAll(joined, 1);
        store.revoke(3);
        eventually().until(() -> store.reported.seen() == 2);
        assertThat(joined.owns(LIST, 3)).isTrue();
        long begun = System.nanoTime();
        joined.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
        eventually().until(() -> joined.lots().isEmpty());
        assertThat(store.signedOff)
                .as("nothing is given back that may still be worked on")
                .isEmpty();
        assertThat(store.closed).isTrue();
    }

    private void block() {
        while (true) {
            try {
                released.await();
                return;
            } catch (InterruptedException e) {
                // That is what makes it hostile.
            }
        }
    }

    @Test
    @DisplayName("close() in a callback returns at once, and the worker leaves when the callback has returned")
    void closeInACallback() {
        AtomicReference<Worker> itself = new AtomicReference<>();
        List<Duration> took = new CopyOnWriteArrayList<>();
        Worker joined = join(builder -> builder.onRevoked(lot -> {
            long begun = System.nanoTime();
            itself.get().close();
            took.add(Duration.ofNanos(System.nanoTime() - begun));
        }));
        itself.set(joined);
        ownsAll(joined, 1);
        store.revoke(3);
        eventually().until(() -> store.closed);
        assertThat(took).allSatisfy(each -> assertThat(each).isLessThan(Duration.ofSeconds(2)));
        assertThat(store.signedOff).hasSize(1);
        assertThat(lost).isEmpty();
    }

    @Test
    @DisplayName("the API answers inside a callback")
    void reentrance() {
        AtomicReference<Worker> itself = new AtomicReference<>();
        List<Long> generations = new CopyOnWriteArrayList<>();
        Worker joined = join(
                builder -> builder.onRevoked(lot -> generations.add(itself.get().generation(LIST, 3))));
        itself.set(joined);
        ownsAll(joined, 1);
        store.revoke(3);
        eventually().until(() -> !joined.owns(LIST, 3));
        assertThat(generations).containsExactly(1L);
    }

    @Test
    @DisplayName("close() on an interrupted thread still leaves in good order, and the thread stays interrupted")
    void closeWhileInterrupted() {
        Worker joined = join(builder -> {});
        ownsAll(joined, 1);
        Thread.currentThread().interrupt();
        joined.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.signedOff).hasSize(1);
    }
}
