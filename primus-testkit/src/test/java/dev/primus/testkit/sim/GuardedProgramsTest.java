package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("Programs among peers, guarded by companions: never two copies, whichever process is killed or stopped")
class GuardedProgramsTest {
    private static void mustHold(Simulation simulation) {
        SimulationResult result =
                simulation.seeds(1, 40).length(Duration.ofSeconds(150)).run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults()).containsKeys("Crash", "Pause", "ForgedRelease");
    }

    @Test
    void registry() {
        mustHold(Simulation.guardedRegistry());
    }

    @Test
    void ballot() {
        mustHold(Simulation.guardedBallot());
    }
}
