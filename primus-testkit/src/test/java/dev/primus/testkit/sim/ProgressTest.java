package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.testkit.check.LeaseRow;
import dev.primus.testkit.check.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for an hour wants to know whether it is worth it. */
class ProgressTest {
    private final List<String> told = new ArrayList<>();
    private long seconds;
    private final Progress progress = new Progress(told::add, () -> seconds * 1_000_000_000, 2000);

    private static Outcome outcome(long seed, Violation... found) {
        return new Outcome(Simulation.lease().schedule(seed), List.of(found), 0, Figures.NONE);
    }

    @Test
    void aLineEveryMinuteSaysHowLongItWillTake() {
        for (int seed = 1; seed <= 240; seed++) {
            seconds++;
            progress.ended(outcome(1));
        }
        assertThat(told).hasSize(4).last().isEqualTo("240 of 2,000 seeds, 0 failed; 4 min gone, about 29 to go");
    }

    @Test
    void aFailureIsToldAtOnceWithTheCommandThatReplaysIt() {
        assertThat(progress.ended(
                        outcome(7, new Violation("C4", Duration.ofSeconds(3).toNanos(), "two lead"))))
                .isEqualTo(1);
        assertThat(told)
                .singleElement()
                .asString()
                .contains("seed 7: C4", "two lead", "./primus simulate --engine lease --seed 7 --length 30m --trace");
    }

    @Test
    void aRunGoesOnUntilSoManyHaveFailed() {
        Simulation careless =
                Simulation.lease().rules(Forgetful::new).threads(1).stopAfter(3);
        SimulationResult result = careless.seeds(1, 50).reportTo(told::add).run();
        assertThat(result.failed()).isEqualTo(3);
        assertThat(told).hasSize(3);
    }

    /** Answers, and then writes nothing. */
    private static final class Forgetful extends StoreRules {
        @Override
        public boolean isCommitted(LeaseRow after, StoreMoment at) {
            return false;
        }
    }
}
