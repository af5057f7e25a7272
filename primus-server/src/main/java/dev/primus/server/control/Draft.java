package dev.primus.server.control;

import dev.primus.OperatorAct;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An act's answer as far as it is known before it is tried.
 *
 * @param whom the node it is about; null if it is about none
 * @param patience how long the act itself may take
 */
record Draft(
        String act,
        ElectionName election,
        @Nullable NodeName whom,
        Intent intent,
        Subject subject,
        Answer.Seat before,
        Duration patience) {
    /** How long to look who leads next: one is there within milliseconds, or has to wait for something. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    /** The same, for one that may take that long. */
    Draft lasting(Duration longest) {
        return new Draft(act, election, whom, intent, subject, before, longest);
    }

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
                patience.plus(look()).toMillis(),
                after);
    }

    /** What was tried, or refused, is on record. */
    Answer.Act noted(String caller, Answer.Act answer) {
        Rule rule = answer.rule();
        note(caller, word(answer.outcome()) + (rule == null ? "" : ": " + word(rule)));
        return answer;
    }

    void note(String caller, String outcome) {
        subject.note(new OperatorAct(intent.id(), election, act, whom, caller, intent.why(), outcome));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    Answer.Act takesNoPart() {
        return refused(Rule.NOT_TAKING_PART, "%s takes no part in '%s'".formatted(self(), election));
    }

    /** By the store; null if the election is not paused. */
    @Nullable
    Pause pause() {
        try (Ledger books = subject.ledger()) {
            return books.elections().stream()
                    .filter(row -> row.election().equals(election))
                    .map(Sighting::pause)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }
    }

    Duration look() {
        Duration lease = subject.timing().lease();
        return lease.compareTo(LONGEST_LOOK) < 0 ? lease : LONGEST_LOOK;
    }

    NodeName self() {
        return subject.id().name();
    }

    /** Our own, so it is known; only read by another version can it be unknown. */
    Part part() {
        return Objects.requireNonNull(before.part());
    }

    /** The token of the term that is to end; 0 if none is known. */
    long token() {
        return before.term() == null ? 0 : Long.parseLong(before.term());
    }
}
