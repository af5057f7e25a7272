package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** One member sends valid messages under its own name that its engine would never send. */
class HostileMemberTest {
    @Test
    void theRegistryHolds() {
        SimulationResult result = Simulation.hostileRegistry()
                .seeds(1, 100)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults()).containsKey("Inflation");
    }

    @Test
    void theBallotHolds() {
        SimulationResult result = Simulation.hostileBallot()
                .seeds(1, 100)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults()).containsKey("Inflation");
    }
}
