package dev.primus.server.control;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An act's answer as far as it is known before it is tried. */
record Draft(
        String act,
        ElectionName election,
        @Nullable NodeName heir,
        Intent intent,
        Subject subject,
        Answer.Seat before) {
    /** How long to look who leads next: one is there within milliseconds, or has to wait for something. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    Answer.Act refused(Rule rule, String message) {
        return answer(Outcome.REFUSED, rule, message, null);
    }

    Answer.Act ended(Outcome outcome, String message) {
        return answer(outcome, null, message, null);
    }

    Answer.Act ended(Outcome outcome, String message, Answer.After after) {
        return answer(outcome, null, message, after);
    }

    private Answer.Act answer(Outcome outcome, @Nullable Rule rule, String message, Answer.@Nullable After after) {
        return new Answer.Act(
                intent.id(),
                act,
                outcome,
                rule,
                message,
                subject.id().toString(),
                before,
                subject.timing().drain().toMillis(),
                subject.patience().plus(look()).toMillis(),
                after);
    }

    Duration look() {
        Duration lease = subject.timing().lease();
        return lease.compareTo(LONGEST_LOOK) < 0 ? lease : LONGEST_LOOK;
    }

    NodeName self() {
        return subject.id().name();
    }

    /** The token of the term that is to end; 0 if none is known. */
    long token() {
        return before.term() == null ? 0 : Long.parseLong(before.term());
    }
}
