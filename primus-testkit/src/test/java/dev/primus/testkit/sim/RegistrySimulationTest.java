package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The registry engine in a network that is torn apart in every way, thousands of times, under both policies. */
@Tag("Z3")
class RegistrySimulationTest {
    @Test
    @Tag("Z4")
    @Tag("G1")
    @Tag("G6")
    @Tag("G7")
    @Tag("G8")
    @Tag("G14")
    void twoThousandSeedsBreakNoPromise() {
        SimulationResult result = Simulation.registry()
                .seeds(1, 2000)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults())
                .as("every kind of fault has struck")
                .hasSizeGreaterThanOrEqualTo(15)
                .containsKeys("Cut RING", "Cut BRIDGE", "Cut DEAF", "Flap");
        assertThat(result.figures().refusedWrites()).as("the fence was needed").isPositive();
    }

    @Test
    void aSeedDecidesEverything() {
        Simulation simulation = Simulation.registry().length(Duration.ofMinutes(3));
        for (long seed = 1; seed <= 50; seed++) {
            Outcome once = simulation.replay(simulation.schedule(seed));
            Outcome again = simulation.replay(simulation.schedule(seed));
            assertThat(again.fingerprint()).as("seed %d", seed).isEqualTo(once.fingerprint());
            assertThat(again.figures()).as("seed %d", seed).isEqualTo(once.figures());
        }
    }

    @Test
    @Tag("long")
    void tenThousandSeedsBreakNoPromise() {
        SimulationResult result = Simulation.registry()
                .seeds(10_001, 20_000)
                .length(Duration.ofMinutes(10))
                .reportTo(System.out::println)
                .stopAfter(5)
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }
}
