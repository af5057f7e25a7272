package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.released;

import dev.primus.core.LossReason;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("who is asked for something else on its way out does both")
class WishesAddUpTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    /** Others have the first try, and are not watched over their shoulder. */
    private static final Duration UNTIL_THE_FIRST_LOOK = Duration.ofMillis(100);

    private static final Wish STAND_ASIDE = Wish.standAside(LossReason.UNHEALTHY, MINUTE);

    @Test
    @DisplayName("asked to stay out while its duties stop: it does, counted from when it is done")
    void whileSteppingDown() {
        LeaseScript.stepsDown(Wish.RESIGN)
                .ask(STAND_ASIDE)
                .doesNothing()
                .passesMillis(1_000)
                .dutiesStop(true)
                .does(release(LossReason.RELEASED))
                .yes()
                .is(Phase.WAITING)
                .does(released(LossReason.RELEASED, true))
                .wakesInTime()
                .sees(Row.released(7))
                .keepsSeeing(Row.released(7), MINUTE.minus(UNTIL_THE_FIRST_LOOK))
                .does(acquire(7, 0, 8, 0));
    }

    @Test
    @DisplayName("asked to stay out while it gives back: the answer still counts, and it stays out")
    void whileReleasing() {
        LeaseScript.releases(Wish.RESIGN)
                .ask(STAND_ASIDE)
                .doesNothing()
                .yes()
                .is(Phase.WAITING)
                .does(released(LossReason.RELEASED, true))
                .wakesInTime()
                .sees(Row.released(7))
                .keepsSeeing(Row.released(7), MINUTE.minus(UNTIL_THE_FIRST_LOOK))
                .does(acquire(7, 0, 8, 0));
    }

    @Test
    @DisplayName("a shorter time on top of a longer one changes nothing")
    void theLongerOneCounts() {
        LeaseScript.stepsDown(STAND_ASIDE)
                .ask(Wish.standAside(LossReason.DUTY_FAILED, Duration.ofSeconds(20)))
                .dutiesStop(true)
                .does(release(LossReason.UNHEALTHY))
                .yes()
                .wakesInTime()
                .sees(Row.released(7))
                .keepsSeeing(Row.released(7), MINUTE.minus(UNTIL_THE_FIRST_LOOK))
                .does(acquire(7, 0, 8, 0));
    }
}
