package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
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

            script.keepsSeeing(stamped, WATCH).does(acquire(6, 3, 7, 0));
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
                    .does(acquire(6, 4, 7, 0));
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
            script.keepsSeeing(LAPSED, WATCH.minusSeconds(10)).does(acquire(6, 3, 7, 0));
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
