package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ballot engine in a network that is torn apart in every way: every vote and every acknowledgement is counted. */
@Tag("B12")
class BallotSimulationTest {
    /** A crash has a restart after it; cuts are of both ways, of one way, and of some pairs only. */
    private static final String[] TROUBLES = {
        "Crash",
        "Stop",
        "Pause",
        "Stall",
        "Loss",
        "Duplicate",
        "Reorder",
        "Cut SPLIT",
        "Cut ALONE",
        "Cut DEAF",
        "Cut MUTE",
        "Cut BRIDGE",
        "Cut RING",
        "Cut CHAIN",
        "Cut QUORUM_LOSS",
        "Cut CONSTRAINED",
        "Cut CHAINED",
        "Flap",
        "TurnCoat",
        "Drift",
        "WallStep",
        "SlowDisk",
        "FullDisk",
        "Inflation",
        "Resign",
        "Transfer",
        "LateWrite",
    };

    @Test
    @Tag("B7")
    @Tag("B13")
    void hundredsOfSeedsBreakNoPromise() {
        SimulationResult result = Simulation.ballot()
                .seeds(1, 300)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults())
                .as("every kind of trouble has struck")
                .containsKeys(TROUBLES);
        assertThat(result.figures().refusedWrites()).as("the fence was needed").isPositive();
    }

    @Test
    @DisplayName("B12, Vote4: whoever votes, and however often that changes, there is one leader")
    void votersThatChange() {
        SimulationResult result = Simulation.reformedBallot()
                .seeds(1, 300)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults()).containsKey("Reform");
    }

    @Test
    @DisplayName("Vote11: one node that is set up for another cluster size gets no vote, gives none, and stops nobody")
    void oneNodeWithAnotherConfiguration() {
        SimulationResult result = Simulation.misconfiguredBallot()
                .seeds(1, 60)
                .length(Duration.ofSeconds(150))
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }

    @Test
    void aSeedDecidesEverything() {
        Simulation simulation = Simulation.ballot().length(Duration.ofMinutes(2));
        for (long seed = 1; seed <= 30; seed++) {
            Outcome once = simulation.replay(simulation.schedule(seed));
            Outcome again = simulation.replay(simulation.schedule(seed));
            assertThat(again.fingerprint()).as("seed %d", seed).isEqualTo(once.fingerprint());
            assertThat(again.figures()).as("seed %d", seed).isEqualTo(once.figures());
        }
    }

    @Test
    @Tag("long")
    void thousandsOfSeedsBreakNoPromise() {
        SimulationResult result = Simulation.ballot()
                .seeds(10_001, 14_000)
                .length(Duration.ofMinutes(10))
                .reportTo(System.out::println)
                .stopAfter(5)
                .run();
        System.out.println(result);
        assertThat(result.isClean()).as(result.toString()).isTrue();
    }
}
