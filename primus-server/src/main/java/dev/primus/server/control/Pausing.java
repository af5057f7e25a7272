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
            public String plan() {
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

            @Override
            public String plan() {
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

        String plan();

        /** False if there was nothing to change. */
        boolean done(Pauses pauses);
    }

    private Answer.Act perform(Draft draft, String caller, Deed deed) {
        Answer.Act refusal = refusal(draft, deed);
        if (draft.intent().dryRun()) {
            return refusal == null ? draft.ended(Outcome.PLANNED, deed.plan()) : refusal;
        }
        return draft.noted(caller, refusal == null ? carryOut(draft, caller, deed) : refusal);
    }

    private static Answer.@Nullable Act refusal(Draft draft, Deed deed) {
        try {
            return draft.part() == Part.AWAY ? draft.takesNoPart() : deed.refusal(draft.pause());
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
            return deed.done(pauses)
                    ? draft.ended(Outcome.DONE, deed.plan())
                    : notDone(draft, deed);
        } catch (StoreException e) {
            return draft.ended(Outcome.UNKNOWN, String.valueOf(e.getMessage()));
        }
    }

    /** The store has found nothing to change: another look tells why. */
    private static Answer.Act notDone(Draft draft, Deed deed) {
        Answer.Act refusal = refusal(draft, deed);
        return refusal != null
                ? refusal
                : draft.ended(
                        Outcome.FAILED,
                        "nothing was changed: the store has no row of '%s' yet, or it changed in this very moment"
                                .formatted(draft.election()));
    }
}
