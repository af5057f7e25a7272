package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Work is shared out in storms")
@Tag("P5")
@Tag("Z3")
class WorkSimulationTest {

    @Test
    @DisplayName("A1 A3 A6 three hundred seeds")
    void seeds() {
        run(1, 300);
    }

    @Test
    @Tag("long")
    @DisplayName("A1 A3 A6 two thousand seeds")
    void manySeeds() {
        run(1, 2000);
    }

    private static void run(long from, long to) {
        SimulationResult result = Simulation.work()
                .seeds(from, to)
                .length(Duration.ofSeconds(100))
                .stopAfter(3)
                .run();
        System.out.println("work: " + result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }
}
