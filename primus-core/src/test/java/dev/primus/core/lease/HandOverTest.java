package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.SELF;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.leaderHasGone;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.released;
import static dev.primus.core.lease.LeaseScript.revoke;
import static dev.primus.core.lease.LeaseScript.stopDuties;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("Z9")
@DisplayName("Resigning and handing over: the heir has the first try, then anybody")
class HandOverTest {
    private static final Duration QUARTER = Duration.ofMillis(2_500);
    private static final Duration MOMENT = Duration.ofMillis(100);

    @Test
    @DisplayName("C7 a transfer is: revoked, duties stopped, released to the heir")
    void aTransferNamesTheHeir() {
        LeaseScript script = LeaseScript.leads().ask(Wish.transferTo(OTHER.name()));
        script.is(Phase.STEPPING_DOWN)
                .does(revoke(LossReason.TRANSFERRED), stopDuties(script.now().plus(Duration.ofSeconds(2))))
                .dutiesStop(true)
                .does(release(LossReason.TRANSFERRED, OTHER.name()))
                .yes()
                .is(Phase.WAITING)
                .does(released(LossReason.TRANSFERRED, true));
    }

    @Test
    @DisplayName("the heir bids at once")
    void theHeirBidsAtOnce() {
        LeaseScript.saw(Row.released(6).heir(SELF.name().value(), QUARTER)).does(acquire(6, 0, 7, 0));
    }

    @Test
    @DisplayName("the others report what keeps them from leading")
    void theOthersSayWhy() {
        LeaseScript script = LeaseScript.saw(Row.released(6).heir("core-3", QUARTER));

        assertThat(script.state().obstacle(script.now())).isEqualTo("the first try is reserved for core-3");
    }

    @Test
    @DisplayName("the others let him, for as long as the store says, and then bid")
    void theOthersWait() {
        Row inherited = Row.released(6).heir("core-3", QUARTER);

        LeaseScript.waits()
                .isHinted()
                .wakes()
                .sees(inherited)
                .does(leaderHasGone())
                .wantsToBeWokenIn(QUARTER)
                .wakesInTime()
                .does(LOOK)
                .sees(inherited.heir("core-3", Duration.ZERO))
                .does(acquire(6, 0, 7, 0));
    }

    @Test
    @DisplayName(
            "who resigned lets others have the first try for a quarter of the lease, and looks when they should have")
    void whoResignedStaysBack() {
        LeaseScript.releases(Wish.RESIGN)
                .yes()
                .wantsToBeWokenIn(MOMENT)
                .wakesInTime()
                .does(LOOK)
                .passesMillis(10)
                .sees(Row.released(7))
                .doesNothing()
                .wantsToBeWokenIn(QUARTER.minus(MOMENT).minusMillis(10))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(7))
                .does(acquire(7, 0, 8, 0));
    }

    @ParameterizedTest
    @EnumSource(
            value = LossReason.class,
            names = {"RELEASED", "TRANSFERRED", "TRIGGERED", "DUTY_FAILED", "UNHEALTHY"})
    void whoGaveLeadershipUpStaysBack(LossReason reason) {
        LeaseScript.releases(new Wish(reason, null, false))
                .yes()
                .does(released(reason, true))
                .wakesInTime()
                .sees(Row.released(7))
                .wantsToBeWokenIn(QUARTER.minus(MOMENT));
    }

    @Test
    @DisplayName("who resigned hears of its own release, and does not look before others could bid")
    void anEchoIsNotLookedInto() {
        LeaseScript.releases(Wish.RESIGN)
                .yes()
                .passesMillis(1)
                .isHintedByName()
                .wantsToBeWokenIn(MOMENT.minusMillis(1))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.heldBy(OTHER, 8));
    }

    @ParameterizedTest
    @EnumSource(
            value = LossReason.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"RELEASED", "TRANSFERRED", "TRIGGERED", "DUTY_FAILED", "UNHEALTHY"})
    void whoLostItDoesNot(LossReason reason) {
        LeaseScript.releases(new Wish(reason, null, false))
                .yes()
                .wakes()
                .sees(Row.released(7))
                .does(acquire(7, 0, 8, 0));
    }

    @Test
    @Tag("G12")
    @DisplayName("who stands aside does not bid before its time, whether others had their try or not")
    void whoStandsAsideStaysOut() {
        Duration minute = Duration.ofMinutes(1);
        LeaseScript.releases(Wish.standAside(LossReason.DUTY_FAILED, minute))
                .yes()
                .does(released(LossReason.DUTY_FAILED, true))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(9))
                .doesNothing()
                .passesMillis(59_890)
                .wakes()
                .does(LOOK)
                .sees(Row.released(9))
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofMillis(10))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(9))
                .does(acquire(9, 0, 10, 0));
    }

    @Test
    @Tag("Z5")
    @DisplayName("a standby that stands aside does not bid before its time, and a shorter wish does not shorten it")
    void aStandbyCanBeToldToStayOut() {
        LeaseScript.waits()
                .ask(Wish.standAside(LossReason.UNHEALTHY, Duration.ofSeconds(20)))
                .ask(Wish.standAside(LossReason.UNHEALTHY, Duration.ofSeconds(1)))
                .doesNothing()
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(6))
                .does(leaderHasGone())
                .wantsToBeWokenIn(Duration.ofSeconds(10))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(6))
                .does(acquire(6, 0, 7, 0));
    }

    @Test
    @DisplayName("who does not lead cannot resign")
    void aStandbyCannotResign() {
        LeaseScript.waits().ask(Wish.RESIGN).is(Phase.WAITING).doesNothing();
    }
}
