package dev.primus.server.control;

import dev.primus.Part;
import dev.primus.core.Pause;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/** Keeps an election from changing hands on an operator's word, and lets it go on. Any node that takes part can do so. */
final class Pausing {
    private final Subject subject;

    Pausing(Subject subject) {
        this.subject = subject;
    }

    Answer.Act pause(Draft draft, String caller) {
        return perform(draft, caller, new Deed() {
            @Override
            public Answer.@Nullable Act refusal(@Nullable Pause now) {
                return now == null
                        ? null
                        : draft.refused(Rule.ALREADY_PAUSED, "'%s' is %s".formatted(draft.election(), now));
            }

            @Override
            public String plan(@Nullable Pause now) {
                return effect();
            }

            @Override
            public String effect() {
                return "Nobody takes over until it is resumed; who leads goes on.";
            }

            @Override
            public boolean done(Pauses pauses) {
                return pauses.pause(draft.election(), caller, draft.intent().why());
            }
        });
    }

    Answer.Act resume(Draft draft, String caller) {
        return perform(draft, caller, new Deed() {
            @Override
            public Answer.@Nullable Act refusal(@Nullable Pause now) {
                return now == null
                        ? draft.refused(Rule.NOT_PAUSED, "'%s' is not paused".formatted(draft.election()))
                        : null;
            }

            /** Whoever ends another's pause should know whose, and why it is there. */
            @Override
            public String plan(@Nullable Pause now) {
                return "It is %s. %s".formatted(now, effect());
            }

            @Override
            public String effect() {
                return "It may change hands again.";
            }

            @Override
            public boolean done(Pauses pauses) {
                return pauses.resume(draft.election());
            }
        });
    }

    /** One of the two things that can be done about a pause. */
    private interface Deed {
        Answer.@Nullable Act refusal(@Nullable Pause now);

        String plan(@Nullable Pause now);

        String effect();

        /** False if there was nothing to change. */
        boolean done(Pauses pauses);
    }

    private Answer.Act perform(Draft draft, String caller, Deed deed) {
        Answer.Act plan = plan(draft, deed);
        if (draft.intent().dryRun()) {
            return plan;
        }
        return draft.noted(caller, plan.outcome() == Outcome.PLANNED ? carryOut(draft, caller, deed) : plan);
    }

    /** What would be done, or what keeps it from being done. */
    private static Answer.Act plan(Draft draft, Deed deed) {
        if (draft.part() == Part.AWAY) {
            return draft.takesNoPart();
        }
        try {
            Pause now = draft.pause();
            Answer.Act refusal = deed.refusal(now);
            return refusal == null ? draft.ended(Outcome.PLANNED, deed.plan(now)) : refusal;
        } catch (StoreException e) {
            return nothingChanged(draft, e);
        }
    }

    private static Answer.Act nothingChanged(Draft draft, StoreException cause) {
        return draft.ended(Outcome.FAILED, "nothing was changed: " + cause.getMessage());
    }

    private Answer.Act carryOut(Draft draft, String caller, Deed deed) {
        draft.note(caller, "begun");
        Pauses opened;
        try {
            opened = subject.pauses();
        } catch (StoreException e) {
            return nothingChanged(draft, e);
        }
        try (Pauses pauses = opened) {
            return deed.done(pauses) ? draft.ended(Outcome.DONE, deed.effect()) : notDone(draft, deed);
        } catch (StoreException e) {
            return draft.ended(Outcome.UNKNOWN, String.valueOf(e.getMessage()));
        }
    }

    /** The store has found nothing to change: another look tells why. */
    private static Answer.Act notDone(Draft draft, Deed deed) {
        Answer.Act plan = plan(draft, deed);
        return plan.outcome() != Outcome.PLANNED
                ? plan
                : draft.ended(
                        Outcome.FAILED,
                        "nothing was changed: the store has no row of '%s' yet, or it changed in this very moment"
                                .formatted(draft.election()));
    }
}
