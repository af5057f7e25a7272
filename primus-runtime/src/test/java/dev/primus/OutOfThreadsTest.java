package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.spi.LeaseStore;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A machine that gives no more threads must not keep a leader from stepping down. */
class OutOfThreadsTest {
    private final CompletableFuture<Leadership> led = new CompletableFuture<>();
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile boolean exhausted;

    @Test
    @DisplayName("leadership is revoked, duties are told and the term is given back without one more thread")
    void revokedAllTheSame() throws Exception {
        try (Primus primus = Primus.builder()
                .node("a")
                .store(new StubStores())
                .lease(Duration.ofSeconds(60))
                .stage(new Poor(new ProcessStage("a")))
                .build()) {
            Election election = primus.election("e")
                    .duty("work", this::untilTold)
                    .onChange(change -> {})
                    .join();
            Leadership term = led.get(20, TimeUnit.SECONDS);
            exhausted = true;
            CompletableFuture<Handover> handover = election.resign();
            assertThat(told.await(20, TimeUnit.SECONDS))
                    .as("long before its lease ends")
                    .isTrue();
            assertThat(term.state()).isEqualTo(Leadership.State.ENDED);
            assertThat(handover.get(20, TimeUnit.SECONDS)).isEqualTo(Handover.RELEASED);
            await().until(() -> primus.feed().recent().stream()
                    .map(FeedRecord::kind)
                    .toList()
                    .containsAll(java.util.List.of(
                            FeedKind.REVOKED, FeedKind.INTERNAL_ERROR, FeedKind.DUTY_ENDED, FeedKind.LOST_LEADERSHIP)));
            exhausted = false;
        }
    }

    private void untilTold(Leadership term) throws InterruptedException {
        led.complete(term);
        try {
            term.sleep(Duration.ofMinutes(5)); // returns at once if the term has ended already
        } finally {
            told.countDown();
        }
    }

    /** While exhausted no lane gets a thread, nor does a duty; those that run go on. */
    private final class Poor implements Stage {
        private final Stage rich;

        Poor(Stage rich) {
            this.rich = rich;
        }

        private void take() {
            if (exhausted) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        }

        @Override
        public Executor lane(String name) {
            Executor lane = rich.lane(name);
            return task -> {
                take();
                lane.execute(task);
            };
        }

        @Override
        public Work launch(String name, Runnable body, Runnable ended) {
            take();
            return rich.launch(name, body, ended);
        }

        @Override
        public long nanos() {
            return rich.nanos();
        }

        @Override
        public Instant wall() {
            return rich.wall();
        }

        @Override
        public long random() {
            return rich.random();
        }

        @Override
        public void drive(Driven node) {
            rich.drive(node);
        }

        @Override
        public void nudge() {
            rich.nudge();
        }

        @Override
        public Courier courier(LeaseStore store) {
            return rich.courier(store);
        }

        @Override
        public void sleep(Duration span) throws InterruptedException {
            rich.sleep(span);
        }

        @Override
        public void close() {
            rich.close();
        }
    }
}
