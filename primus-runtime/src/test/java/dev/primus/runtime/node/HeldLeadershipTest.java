package dev.primus.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.LeaseStore;
import dev.primus.runtime.effect.Courier;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A duty that sleeps sleeps on while its term is in doubt. */
class HeldLeadershipTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Pulse pulse = new Pulse(Duration.ofSeconds(1));
    private final HandStage stage = new HandStage();
    private final HeldLeadership term =
            new HeldLeadership(new ElectionName("e"), Term.of(NodeId.of("n", "0001"), 1), at(60_000), stage, pulse);

    @Test
    void aTermThatIsHeldIsNotWaitedForAnyLonger() throws Exception {
        assertThat(term.sleep(SECOND)).isTrue();
        assertThat(stage.millis).isEqualTo(1000);
    }

    @Test
    @DisplayName("waits the doubt out and then goes on")
    void theDoubtPasses() throws Exception {
        term.suspend();
        stage.at(5_000, () -> term.resume(at(60_000)));
        assertThat(term.sleep(SECOND)).isTrue();
        assertThat(stage.millis).isBetween(5_000L, 5_100L);
        assertThat(term.state()).isEqualTo(Leadership.State.HELD);
    }

    @Test
    @DisplayName("a doubt that comes up while it sleeps is waited out too")
    void theDoubtComesUp() throws Exception {
        stage.at(1_000, term::suspend);
        stage.at(3_000, () -> term.resume(at(60_000)));
        assertThat(term.sleep(SECOND)).isTrue();
        assertThat(stage.millis).isBetween(3_000L, 3_100L);
    }

    @Test
    @DisplayName("a doubt that ends with the term ends the sleep, and says so")
    void theDoubtWasRight() throws Exception {
        term.suspend();
        stage.at(5_000, term::end);
        assertThat(term.sleep(SECOND)).isFalse();
        assertThat(stage.millis).isBetween(5_000L, 5_100L);
    }

    @Test
    @DisplayName("nobody sleeps for a term that has ended")
    void ended() throws Exception {
        term.end();
        assertThat(term.sleep(SECOND)).isFalse();
        assertThat(stage.millis).isZero();
    }

    private static MonoTime at(long millis) {
        return new MonoTime(millis * 1_000_000);
    }

    /** Time moves only while somebody sleeps. */
    private final class HandStage implements Stage {
        private final java.util.TreeMap<Long, Runnable> agenda = new java.util.TreeMap<>();
        private long millis;

        void at(long time, Runnable event) {
            agenda.put(time, event);
        }

        @Override
        public void sleep(Duration span) {
            millis += span.toMillis();
            pulse.beat(now());
            while (!agenda.isEmpty() && agenda.firstKey() <= millis) {
                agenda.pollFirstEntry().getValue().run();
            }
            if (millis > 20_000) {
                throw new AssertionError("sleeps for ever");
            }
        }

        @Override
        public long nanos() {
            return millis * 1_000_000;
        }

        @Override
        public Instant wall() {
            return Instant.EPOCH;
        }

        @Override
        public long random() {
            return 0;
        }

        @Override
        public void drive(Driven node) {}

        @Override
        public void nudge() {}

        @Override
        public Executor lane(String name) {
            return Runnable::run;
        }

        @Override
        public Courier courier(LeaseStore store) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Work launch(String name, Runnable body, Runnable ended) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
