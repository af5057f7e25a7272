package dev.primus.runtime.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Duty;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The ready-made forms of a duty. */
class DutyFormsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HandLeadership leadership = new HandLeadership(1);
    private final List<Long> rounds = new ArrayList<>();

    private void round(long takesMillis) {
        rounds.add(leadership.nanos() / 1_000_000);
        leadership.passes(takesMillis);
    }

    @Test
    void withADelayThePauseFollowsTheRound() throws Exception {
        leadership.endingAt(4000);
        Duty.every(SECOND, term -> round(300)).run(leadership);
        assertThat(rounds).containsExactly(0L, 1300L, 2600L, 3900L);
    }

    @Test
    void atARateTheRoundIsPartOfThePeriod() throws Exception {
        leadership.endingAt(3500);
        Duty.atRate(SECOND, term -> round(300)).run(leadership);
        assertThat(rounds).containsExactly(0L, 1000L, 2000L, 3000L);
    }

    @Test
    @DisplayName("D1: a round that takes too long makes others late and is never doubled")
    void whatWasMissedIsNotMadeUpFor() throws Exception {
        leadership.endingAt(7000);
        Duty.atRate(SECOND, term -> round(2500)).run(leadership);
        assertThat(rounds).containsExactly(0L, 3000L, 6000L);
    }

    @Test
    void noRoundBeginsInDoubt() throws Exception {
        leadership.endingAt(3500);
        Duty.every(SECOND, term -> {
                    round(0);
                    leadership.doubtful(true);
                })
                .run(leadership);
        assertThat(rounds).containsExactly(0L);
    }

    @Test
    @DisplayName("a round that is due in doubt comes as soon as the doubt is over, not a period later")
    void aRoundWaitsForTheDoubtToPass() throws Exception {
        leadership.endingAt(3_600_000).doubtfulFrom(1_000_000, 1_001_000);
        Duty.atRate(Duration.ofSeconds(1000), term -> round(0)).run(leadership);
        assertThat(rounds).startsWith(0L, 1_001_000L, 2_000_000L);
    }

    @Test
    @DisplayName("C3: no duty begins before the barriers are raised, nor if one cannot be")
    void behindBarriers() throws Exception {
        List<String> calls = new ArrayList<>();
        Duty work = term -> calls.add("work");
        new BehindBarriers(List.of(term -> calls.add("raise " + term.token())), work).run(leadership);
        assertThat(calls).containsExactly("raise 1", "work");

        Duty barred = new BehindBarriers(
                List.of(term -> {
                    throw new IllegalStateException("unreachable");
                }),
                work);
        assertThatThrownBy(() -> barred.run(leadership)).hasMessage("unreachable");
        assertThat(calls).hasSize(2);
    }

    @Test
    void startsAndStopsOnce() throws Exception {
        List<String> calls = new ArrayList<>();
        leadership.interruptedAt(5000);
        Duty.between(
                        term -> calls.add("start"),
                        term -> calls.add("stop " + term.nanos() / 1_000_000 + Thread.interrupted()))
                .run(leadership);
        assertThat(calls).containsExactly("start", "stop 5000false");
    }

    @Test
    void stopsAlsoWhenTheTermEndsUnasked() throws Exception {
        List<String> calls = new ArrayList<>();
        leadership.endingAt(1);
        Duty.between(term -> calls.add("start"), term -> calls.add("stop")).run(leadership);
        assertThat(calls).containsExactly("start", "stop");
    }

    @Test
    void whatDidNotStartIsNotStopped() {
        List<String> calls = new ArrayList<>();
        Duty duty = Duty.between(
                term -> {
                    throw new IllegalStateException("no");
                },
                term -> calls.add("stop"));
        assertThatThrownBy(() -> duty.run(leadership)).hasMessage("no");
        assertThat(calls).isEmpty();
    }
}
