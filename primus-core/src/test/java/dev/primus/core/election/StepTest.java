package dev.primus.core.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A step is the only way from one state to the next")
class StepTest {
    private static final Moment AT = new Moment(new MonoTime(7), 42);
    private static final Term TERM = Term.of(NodeId.parse("core-1#7f3a"), 7);
    private static final Effect REVOKE = new Effect.Revoke(TERM, LossReason.RELEASED);

    /** A state that tells by its next phase alone where it goes, and by its memory what it was told. */
    private record Toy(Phase phase, Phase next, String told) implements ElectionState<Toy> {
        Toy(Phase phase, Phase next) {
            this(phase, next, "nothing");
        }

        private Step<Toy> hear(String what) {
            return Step.to(new Toy(next, next, what), REVOKE);
        }

        @Override
        public MonoTime wakeAt() {
            return new MonoTime(99);
        }

        @Override
        public Step<Toy> woken(Moment at) {
            return hear("woken");
        }

        @Override
        public Step<Toy> beat(Moment at) {
            return hear("beat");
        }

        @Override
        public Step<Toy> hinted(boolean byName, Moment at) {
            return hear("hinted");
        }

        @Override
        public Step<Toy> suspected(Moment at) {
            return hear("suspected");
        }

        @Override
        public Step<Toy> asked(Wish wish, Moment at) {
            return hear("asked " + wish.reason());
        }

        @Override
        public Step<Toy> dutiesStopped(DutiesStopped proof, Moment at) {
            return hear("duties of " + proof.term());
        }
    }

    private record Case(ElectionEvent<Toy> event, String told) {}

    static List<Case> everyCommonEvent() {
        return List.of(
                new Case(new CommonEvent.Woken<>(), "woken"),
                new Case(new CommonEvent.Beat<>(), "beat"),
                new Case(new CommonEvent.Hinted<>(true), "hinted"),
                new Case(new CommonEvent.Suspected<>(), "suspected"),
                new Case(new CommonEvent.Asked<>(Wish.LEAVE), "asked SHUTDOWN"),
                new Case(new CommonEvent.DutiesEnded<>(new DutiesStopped(TERM, true)), "duties of core-1#7f3a@7"));
    }

    @ParameterizedTest
    @MethodSource("everyCommonEvent")
    void everyEventReachesTheStateAsItsOwnMethod(Case c) {
        Step<Toy> step = Step.from(new Toy(Phase.WAITING, Phase.LEADING), c.event(), AT);

        assertThat(step.next()).isEqualTo(new Toy(Phase.LEADING, Phase.LEADING, c.told()));
        assertThat(step.effects()).containsExactly(REVOKE);
    }

    @Test
    @DisplayName("a way that is not on the map is refused, with both states and the event in the message")
    void anIllegalWayIsRefused() {
        Toy lost = new Toy(Phase.LEFT, Phase.LEADING);

        assertThatIllegalStateException()
                .isThrownBy(() -> Step.from(lost, new CommonEvent.Beat<>(), AT))
                .withMessage(
                        "LEFT may not become LEADING on %s: from %s to %s",
                        new CommonEvent.Beat<Toy>(), lost, new Toy(Phase.LEADING, Phase.LEADING, "beat"));
    }

    @Test
    void effectsAreKeptAsTheyWere() {
        List<Effect> effects = new ArrayList<>(List.of(REVOKE));
        Step<Toy> step = Step.to(new Toy(Phase.LEFT, Phase.LEFT), effects);

        effects.clear();

        assertThat(step.effects()).containsExactly(REVOKE);
    }

    @Test
    void whoNamesNoOtherTimeIsWokenExactlyWhenItAsked() {
        Toy toy = new Toy(Phase.LEFT, Phase.LEFT);

        assertThat(toy.wakeFrom()).isEqualTo(toy.wakeAt());
    }
}
