package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.Hold;
import dev.primus.testkit.check.LeaseRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A failure comes with the least that shows it, and with the command that replays it. */
@Tag("Z3")
class ShrinkTest {
    /** Renews what has lapsed. */
    private static final class Careless extends StoreRules {
        @Override
        public LeaseRow renew(LeaseRow row, Hold hold, StoreMoment at) {
            return isOurs(row, hold, at) ? renewed(row, at) : null;
        }
    }

    @Test
    void aFailureIsShrunkToAFewFaults() {
        Simulation careless = Simulation.lease().rules(Careless::new).threads(1).stopAtFirst();
        SimulationResult result = careless.seeds(1, 50).run();
        assertThat(result.failures()).isNotEmpty();
        SimulationResult.Failure failure = result.failures().get(0);
        Schedule shrunk = failure.shrunk();
        assertThat(shrunk.faults()).hasSizeLessThanOrEqualTo(3);
        assertThat(shrunk.faults())
                .hasSizeLessThan(failure.outcome().schedule().faults().size());
        assertThat(careless.replay(shrunk).violations())
                .first()
                .satisfies(violation -> assertThat(violation.property())
                        .isEqualTo(failure.outcome().violations().get(0).property()));
        assertThat(failure.toString())
                .contains("./primus simulate --engine lease --seed " + failure.seed() + " --length ")
                .contains(shrunk.toString());
    }
}
