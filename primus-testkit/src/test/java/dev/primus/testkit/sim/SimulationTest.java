package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The lease engine in a world where everything goes wrong, thousands of times. */
@Tag("Z3")
class SimulationTest {
    @Test
    @Tag("Z4")
    @Tag("L4")
    @Tag("L5")
    @Tag("L6")
    void twoThousandSeedsBreakNoPromise() {
        SimulationResult result =
                Simulation.lease().seeds(1, 2000).length(Duration.ofMinutes(15)).run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults())
                .as("every kind of fault has struck")
                .hasSizeGreaterThanOrEqualTo(20)
                .containsKey("Paused");
        assertThat(result.figures().refusedWrites()).as("the fence was needed").isPositive();
        assertThat(result.figures().lostUpdates())
                .as("without a fence former leaders do harm")
                .isPositive();
    }

    @Test
    void aSeedDecidesEverything() {
        for (long seed = 1; seed <= 50; seed++) {
            Outcome once = Simulation.lease().replay(Simulation.lease().schedule(seed));
            Outcome again = Simulation.lease().replay(Simulation.lease().schedule(seed));
            assertThat(again.fingerprint()).as("seed %d", seed).isEqualTo(once.fingerprint());
            assertThat(again.figures()).as("seed %d", seed).isEqualTo(once.figures());
        }
    }

    /** Threads go back to the pool: none waits for a baton that nobody will pass. */
    @Test
    void noThreadIsLeftBehind() throws InterruptedException {
        Simulation.lease().seeds(1, 20).threads(1).run();
        List<String> waiting = List.of("?");
        for (int i = 0; i < 100 && !waiting.isEmpty(); i++) {
            Thread.sleep(20);
            waiting = Thread.getAllStackTraces().entrySet().stream()
                    .filter(entry -> entry.getKey().getName().equals("primus-sim-baton"))
                    .filter(entry -> Arrays.stream(entry.getValue())
                            .anyMatch(frame -> frame.getClassName().equals(Baton.class.getName())))
                    .map(entry -> Arrays.toString(entry.getValue()))
                    .toList();
        }
        assertThat(waiting).isEmpty();
    }

    /** Of ten minutes each, so that the tier fits into its hour; the build's are of twenty. */
    @Test
    @Tag("long")
    void aHundredThousandSeedsBreakNoPromise() {
        SimulationResult result = Simulation.lease()
                .seeds(10_001, 110_000)
                .length(Duration.ofMinutes(10))
                .reportTo(System.out::println)
                .stopAfter(5)
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }
}
