package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.ENROLL;
import static dev.primus.core.lease.LeaseScript.ENROLL_OBSERVER;
import static dev.primus.core.lease.LeaseScript.FAREWELL;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static dev.primus.core.lease.LeaseScript.leaderHasGone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z9")
@DisplayName("An observer knows who leads, and never bids")
class ObservingTest {
    private static final Row HELD = Row.heldBy(OTHER, 6);

    private static LeaseScript watches() {
        return LeaseScript.observes().sees(HELD);
    }

    @Test
    void itEnrollsAsWhatItIs() {
        LeaseScript.observes().is(Phase.OBSERVING).does(ENROLL_OBSERVER).sleeps();
    }

    @Test
    @DisplayName("it follows the leader and looks again when the lease should have run out")
    void itFollows() {
        LeaseScript script = watches().is(Phase.OBSERVING).does(follow(HELD)).wantsToBeWokenIn(Duration.ofSeconds(10));
        assertThat(script.state().wakeFrom()).isEqualTo(START.plus(Duration.ofSeconds(9)));

        script.passesMillis(500).wakes().doesNothing().wakesInTime().does(LOOK);
    }

    @Test
    @DisplayName("S4 a free row is none of its business: it looks again soon")
    void itNeverBids() {
        watches()
                .wakesInTime()
                .sees(Row.lapsed(OTHER, 6))
                .does(leaderFellSilent())
                .wantsToBeWokenIn(Duration.ofSeconds(1))
                .wakesInTime()
                .does(LOOK)
                .sees(Row.released(6))
                .doesNothing();
    }

    @Test
    @DisplayName("enrolled it looks at once; a row that is gone is enrolled for again after a while")
    void itEnrollsThenLooks() {
        LeaseScript.observes()
                .yes()
                .does(LOOK)
                .no()
                .doesNothing()
                .wakesInTime()
                .does(ENROLL_OBSERVER)
                .yes()
                .does(LOOK);
    }

    @Test
    @DisplayName("a silent store is asked again, with growing patience")
    void aSilentStoreIsAskedWithPatience() {
        LeaseScript script = LeaseScript.observes();

        for (long millis : new long[] {125, 250, 500, 1000, 1250, 1250}) {
            script.unknown()
                    .wantsToBeWokenIn(Duration.ofMillis(millis))
                    .wakesInTime()
                    .does(ENROLL_OBSERVER);
        }
    }

    @Test
    void aHintIsLookedIntoAtOnce() {
        Row next = Row.heldBy(LeaseScript.SELF, 7);

        watches()
                .passesMillis(100)
                .isHinted()
                .wantsToBeWokenIn(Duration.ZERO)
                .wakes()
                .does(LOOK)
                .sees(next)
                .does(follow(next));
    }

    @Test
    @DisplayName("C1 it too raises the alarm when the store goes back")
    void itRaisesTheAlarm() {
        watches()
                .wakesInTime()
                .sees(Row.released(2))
                .does(leaderHasGone(), new Effect.Alarm(Effect.Alarm.Kind.STORE_WENT_BACK, "term 2 seen after term 6"));
    }

    @Test
    void itCanLeaveAndHasNothingToResign() {
        watches()
                .ask(Wish.RESIGN)
                .is(Phase.OBSERVING)
                .doesNothing()
                .ask(Wish.LEAVE)
                .is(Phase.LEFT)
                .does(FAREWELL);
    }

    @Test
    void theRestIsIgnored() {
        LeaseScript script = watches();
        LeaseState before = script.state();

        script.beats().doesNothing();
        script.isSuspected().doesNothing();
        script.dutiesStop(true).doesNothing();
        script.answers(ENROLL, Answer.yes(ELECTION), START).doesNothing();

        assertThat(script.state()).isEqualTo(before);
    }
}
