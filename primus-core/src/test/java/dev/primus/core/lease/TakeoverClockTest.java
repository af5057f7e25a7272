package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.acquireObserved;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LeaseTiming;
import dev.primus.core.election.Effect;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("L5")
@DisplayName("S5 a clock that cannot be trusted does not decide a takeover")
class TakeoverClockTest {
    /** T (1 + rho) + g. */
    private static final Duration WATCH = Duration.ofMillis(11_100);

    private static final Row LAPSED = Row.lapsed(OTHER, 6).renewed(3);

    private static boolean distrusts(LeaseScript script) {
        return script.effects().stream()
                .anyMatch(effect ->
                        effect instanceof Effect.Alarm alarm && alarm.kind() == Effect.Alarm.Kind.CLOCK_DISTRUSTED);
    }

    @Nested
    @DisplayName("the lease was stamped by another clock than judges it")
    class AnotherClock {
        private final Row stamped = LAPSED.stampedBy("db-0");

        @Test
        @DisplayName("an alarm is raised and the row is watched for a full lease by our own clock")
        void itIsWatched() {
            LeaseScript script = LeaseScript.saw(stamped);
            assertThat(distrusts(script)).isTrue();

            script.keepsSeeing(stamped, WATCH).does(acquireObserved(6, 3, 7, 0));
        }

        @Test
        @DisplayName("a look in between does not shorten the watch, and no second alarm is raised")
        void looksInBetweenDoNotHelp() {
            LeaseScript.saw(stamped)
                    .passesMillis(5_000)
                    .isHinted()
                    .wakes()
                    .sees(stamped)
                    .doesNothing()
                    .keepsSeeing(stamped, WATCH.minusMillis(5_000));
        }

        @Test
        @DisplayName("doubt about an unchanged row stays, whichever clock reads it later")
        void doubtStays() {
            LeaseScript.saw(LAPSED.readBy("db-2"))
                    .passesMillis(5_000)
                    .isHinted()
                    .wakes()
                    .sees(LAPSED)
                    .doesNothing()
                    .keepsSeeing(LAPSED, WATCH.minusMillis(5_000));
        }

        @Test
        @DisplayName("a renewal begins the watch anew")
        void aRenewalBeginsTheWatchAnew() {
            LeaseScript.saw(stamped)
                    .wakesInTime()
                    .sees(stamped.renewed(4))
                    .keepsSeeing(stamped.renewed(4), WATCH)
                    .does(acquireObserved(6, 4, 7, 0));
        }

        @Test
        @DisplayName("the watch is as long as the holder's lease, not as ours")
        void theHoldersLeaseCounts() {
            Row longer = stamped.withLease(Duration.ofSeconds(60));

            LeaseScript.saw(longer).keepsSeeing(longer, Duration.ofMillis(61_600));
        }

        @Test
        @DisplayName("once one clock stamps and judges again, a lapse counts at once")
        void trustComesBack() {
            LeaseScript.saw(stamped)
                    .wakesInTime()
                    .sees(Row.heldBy(OTHER, 7))
                    .wakesInTime()
                    .sees(Row.lapsed(OTHER, 7))
                    .does(leaderFellSilent(), acquire(7, 0, 8, 0));
        }

        @Test
        @DisplayName("a released row needs no clock")
        void aReleasedRowIsFreeByAnyClock() {
            LeaseScript script = LeaseScript.saw(Row.released(6).stampedBy("db-0"));

            assertThat(script.request()).isEqualTo(acquire(6, 0, 7, 0));
        }
    }

    @Nested
    @DisplayName("the store's clock ran ahead of ours since the look before")
    class AJump {

        @ParameterizedTest(name = "{0} ms")
        @ValueSource(longs = {0, 400, 599})
        @DisplayName("by no more than rho and half a margin: that is what margins are for")
        void aSmallStepIsTolerated(long millis) {
            LeaseScript.waits()
                    .storeClockJumps(Duration.ofMillis(millis))
                    .wakesInTime()
                    .sees(LAPSED)
                    .does(leaderFellSilent(), acquire(6, 3, 7, 0));
        }

        @Test
        @DisplayName("by more: the row is watched from when it was first seen as it is")
        void aJumpIsDistrusted() {
            LeaseScript script = LeaseScript.saw(Row.heldBy(OTHER, 6).renewed(3))
                    .storeClockJumps(Duration.ofMillis(601))
                    .wakesInTime()
                    .sees(LAPSED);

            assertThat(distrusts(script)).isTrue();
            script.keepsSeeing(LAPSED, WATCH.minusSeconds(10)).does(acquireObserved(6, 3, 7, 0));
        }

        @Test
        @DisplayName("the time the answers took counts in the store's favour")
        void slowAnswersAreNoJump() {
            LeaseScript.looks()
                    .passesMillis(1_400)
                    .sees(Row.heldBy(OTHER, 6).renewed(3))
                    .wakesInTime()
                    .passesMillis(1_400)
                    .storeClockJumps(Duration.ofMillis(1_400))
                    .sees(LAPSED)
                    .does(leaderFellSilent(), acquire(6, 3, 7, 0));
        }

        @Test
        @DisplayName("two clocks cannot be compared, so neither has jumped")
        void anotherReaderIsNoJump() {
            LeaseScript script = LeaseScript.waits()
                    .storeClockJumps(Duration.ofHours(1))
                    .wakesInTime()
                    .sees(LAPSED.readBy("db-2").stampedBy("db-2"));

            assertThat(distrusts(script)).isFalse();
            assertThat(script.request()).isEqualTo(acquire(6, 3, 7, 0));
        }
    }

    @Nested
    @DisplayName("the clock that judges a dead leader's lease is behind the one that stamped it")
    class ClockBehind {
        private static final Duration HOUR = Duration.ofHours(1);

        private final Row failedOver =
                Row.heldBy(OTHER, 6).renewed(3).stampedBy("db-0").lasting(HOUR);
        private final Row setBack = Row.heldBy(OTHER, 6).renewed(3).lasting(HOUR);

        @Test
        @DisplayName("after a failover the row is taken over once it stood still for a full lease by our own clock")
        void failover() {
            LeaseScript script = LeaseScript.saw(failedOver);
            assertThat(distrusts(script)).isTrue();

            script.keepsSeeing(failedOver, WATCH).does(leaderFellSilent(), acquireObserved(6, 3, 7, 0));
        }

        @Test
        @DisplayName("the same holds for a server whose own clock was set back")
        void clockSetBack() {
            LeaseScript script = LeaseScript.saw(setBack);
            assertThat(distrusts(script)).isTrue();

            script.keepsSeeing(setBack, WATCH).does(leaderFellSilent(), acquireObserved(6, 3, 7, 0));
        }

        @Test
        @DisplayName("the observation begins with the first sight of the row, before the failover")
        void sightsBeforeTheFailoverCount() {
            Row before = Row.heldBy(OTHER, 6).renewed(3);

            LeaseScript.saw(before)
                    .passesMillis(4_000)
                    .isHinted()
                    .wakes()
                    .sees(before.lasting(HOUR).readBy("db-2"))
                    .keepsSeeing(before.lasting(HOUR).readBy("db-2"), WATCH.minusMillis(4_000));
        }

        @Test
        @DisplayName("a step back by no more than the margin is no reason for doubt")
        void aSmallStepBack() {
            LeaseScript script = LeaseScript.saw(setBack.lasting(Duration.ofSeconds(11)));

            assertThat(distrusts(script)).isFalse();
        }

        @Test
        @DisplayName("a leader that renews keeps its term")
        void aLivingLeader() {
            LeaseScript script = LeaseScript.saw(failedOver);
            for (int renewals = 4; renewals < 40; renewals++) {
                script.wakesInTime().does(LOOK).sees(failedOver.renewed(renewals));
                assertThat(script.request()).isEqualTo(LOOK);
            }
        }

        @Test
        @DisplayName("an observer reports that there is no leader")
        void anObserver() {
            LeaseScript script = LeaseScript.observes().sees(failedOver).wakesInTime();
            script.sees(failedOver).doesNothing().wakesInTime();

            assertThat(script.now()).isEqualTo(LeaseScript.START.plus(WATCH));
            script.sees(failedOver).does(leaderFellSilent());
            script.wakesInTime().sees(failedOver).doesNothing();
        }

        @Test
        @DisplayName("a paused election is not taken over, but reported as leaderless")
        void paused() {
            LeaseScript script = LeaseScript.saw(failedOver.paused());
            script.wakesInTime().sees(failedOver.paused()).wakesInTime();

            script.sees(failedOver.paused()).does(leaderFellSilent());
        }

        @Test
        @DisplayName("a refused bid is not repeated at once")
        void refused() {
            LeaseScript.saw(failedOver)
                    .keepsSeeing(failedOver, WATCH)
                    .isRefused(failedOver)
                    .doesNothing()
                    .wantsToBeWokenIn(Duration.ofMillis(50));
        }
    }

    @Nested
    @DisplayName("strict clock: our own clock must agree in any case")
    class Strict {
        private LeaseScript looks() {
            return LeaseScript.looks(LeaseTiming.DEFAULT.withStrictClock(true));
        }

        @Test
        @DisplayName("after a start a lapsed row is watched for a full lease, without alarm")
        void aFreshNodeWatchesFirst() {
            looks().sees(LAPSED).doesNothing().keepsSeeing(LAPSED, WATCH).does(acquire(6, 3, 7, 0));
        }

        @Test
        @DisplayName("the time in which a live row was seen unchanged counts")
        void theWatchBeginsWithTheFirstSight() {
            looks().sees(Row.heldBy(OTHER, 6).renewed(3))
                    .wakesInTime()
                    .sees(LAPSED)
                    .does(leaderFellSilent())
                    .keepsSeeing(LAPSED, WATCH.minusSeconds(10));
        }

        @Test
        @DisplayName("a released row is bid for at once")
        void aReleasedRowIsFree() {
            looks().sees(Row.released(6)).does(acquire(6, 0, 7, 0));
        }
    }
}
