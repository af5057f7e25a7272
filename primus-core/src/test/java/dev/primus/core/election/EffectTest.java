package dev.primus.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Every effect knows the hand that carries it out")
class EffectTest {
    private static final Term TERM = Term.of(NodeId.parse("core-1#7f3a"), 7);
    private static final MonoTime THEN = new MonoTime(9);

    private record Question(String text) implements EngineRequest {}

    /** Writes down what each hand was given. */
    private static final class Notes implements Hands {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void grant(Term term, MonoTime stopBy) {
            lines.add("grant " + term + " until " + stopBy.nanos());
        }

        @Override
        public void prolong(Term term, MonoTime stopBy) {
            lines.add("prolong " + term + " until " + stopBy.nanos());
        }

        @Override
        public void suspend(Term term) {
            lines.add("suspend " + term);
        }

        @Override
        public void resume(Term term, MonoTime stopBy) {
            lines.add("resume " + term + " until " + stopBy.nanos());
        }

        @Override
        public void revoke(Term term, LossReason reason) {
            lines.add("revoke " + term + " " + reason);
        }

        @Override
        public void stopDuties(Term term, MonoTime by) {
            lines.add("stop duties of " + term + " by " + by.nanos());
        }

        @Override
        public void follow(Term leader, @Nullable Instant since) {
            lines.add("follow " + leader + " since " + since);
        }

        @Override
        public void vacant(boolean lapsed) {
            lines.add("vacant " + lapsed);
        }

        @Override
        public void leaderUnknown() {
            lines.add("leader unknown");
        }

        @Override
        public void paused(@Nullable Pause pause) {
            lines.add(pause == null ? "goes on" : pause.toString());
        }

        @Override
        public void released(Term term, LossReason reason, boolean confirmed) {
            lines.add("released " + term + " " + reason + " " + confirmed);
        }

        @Override
        public void alarm(Effect.Alarm alarm) {
            lines.add("alarm " + alarm.kind() + " " + alarm.detail());
        }

        @Override
        public void request(EngineRequest request) {
            lines.add("request " + request);
        }
    }

    @Test
    void eachReachesItsOwnHand() {
        Notes notes = new Notes();
        List<Effect> effects = List.of(
                new Effect.Grant(TERM, THEN),
                new Effect.Prolong(TERM, THEN),
                new Effect.Suspend(TERM),
                new Effect.Resume(TERM, THEN),
                new Effect.Revoke(TERM, LossReason.TAKEN),
                new Effect.StopDuties(TERM, THEN),
                new Effect.Follow(TERM, Instant.EPOCH),
                new Effect.Follow(TERM, null),
                new Effect.Vacant(true),
                new Effect.LeaderUnknown(),
                new Effect.Paused(new Pause("ops", "migration", Instant.EPOCH)),
                new Effect.Paused(null),
                new Effect.Released(TERM, LossReason.SHUTDOWN, true),
                new Effect.Alarm(Effect.Alarm.Kind.STORE_WENT_BACK, "term 3 seen after term 7"),
                new Question("who?"));

        effects.forEach(effect -> effect.by(notes));

        assertThat(notes.lines)
                .containsExactly(
                        "grant core-1#7f3a@7 until 9",
                        "prolong core-1#7f3a@7 until 9",
                        "suspend core-1#7f3a@7",
                        "resume core-1#7f3a@7 until 9",
                        "revoke core-1#7f3a@7 TAKEN",
                        "stop duties of core-1#7f3a@7 by 9",
                        "follow core-1#7f3a@7 since 1970-01-01T00:00:00Z",
                        "follow core-1#7f3a@7 since null",
                        "vacant true",
                        "leader unknown",
                        "paused by ops: migration",
                        "goes on",
                        "released core-1#7f3a@7 SHUTDOWN true",
                        "alarm STORE_WENT_BACK term 3 seen after term 7",
                        "request Question[text=who?]");
    }

    @Test
    void wishesSayWhatTheHistoryWillSay() {
        NodeName heir = new NodeName("core-2");

        assertThat(Wish.RESIGN).isEqualTo(new Wish(LossReason.RELEASED, null, false));
        assertThat(Wish.LEAVE).isEqualTo(new Wish(LossReason.SHUTDOWN, null, true));
        assertThat(Wish.transferTo(heir)).isEqualTo(new Wish(LossReason.TRANSFERRED, heir, false));
    }
}
