package dev.primus.runtime.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.MonoTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProcessStageTest {
    private final ProcessStage stage = new ProcessStage("test");

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void turnsOnEveryNudgeAndAtTheTimeAskedFor() {
        AtomicInteger turns = new AtomicInteger();
        stage.drive(() -> {
            turns.incrementAndGet();
            return turns.get() < 3 ? stage.now().plus(Duration.ofMillis(5)) : MonoTime.NEVER;
        });
        await().until(() -> turns.get() == 3);
        stage.nudge();
        await().until(() -> turns.get() == 4);
    }

    @Test
    @DisplayName("neither an exception, nor an error, nor an interrupt ends the loop")
    void theLoopNeverEnds() {
        AtomicInteger turns = new AtomicInteger();
        stage.drive(() -> {
            int turn = turns.incrementAndGet();
            if (turn == 1) {
                throw new IllegalStateException("planted");
            }
            if (turn == 2) {
                throw new StackOverflowError("planted");
            }
            Thread.currentThread().interrupt();
            return stage.now().plus(Duration.ofMillis(1));
        });
        await().until(() -> turns.get() > 10);
    }

    @Test
    void aLaneKeepsItsOrderAndSurvivesFailures() throws InterruptedException {
        Executor lane = stage.lane("x");
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(1);
        for (int i = 0; i < 1000; i++) {
            int number = i;
            lane.execute(() -> {
                seen.add(number);
                if (number % 100 == 0) {
                    throw new AssertionError("planted");
                }
            });
        }
        lane.execute(done::countDown);

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(1000).isSorted();
    }

    @Test
    void aBlockedLaneDelaysNoOther() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        stage.lane("blocked").execute(() -> awaitQuietly(never));
        stage.lane("free").execute(other::countDown);

        assertThat(other.await(10, TimeUnit.SECONDS)).isTrue();
        never.countDown();
    }

    @Test
    void workCanBeInterruptedAndSaysWhereItIs() {
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Stage.Work work = stage.launch("reports", () -> awaitQuietly(never), () -> ended.set(true));
        await().until(() -> work.whereabouts().contains("WAITING"));
        assertThat(work.whereabouts()).contains("primus-duty-reports").contains("awaitQuietly");

        work.interrupt();

        await().untilTrue(ended);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
