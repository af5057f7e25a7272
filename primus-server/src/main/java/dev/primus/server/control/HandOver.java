package dev.primus.server.control;

import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Gives leadership up on an operator's word, to somebody or to anybody, and tells what came of it. */
final class HandOver {
    private static final Answer.After NOBODY = new Answer.After(null, null, null);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final Subject subject;

    HandOver(Subject subject) {
        this.subject = subject;
    }

    /** What was only a question, a dry run, leaves no trace; everything else is on record, refusals too. */
    Answer.Act perform(Draft draft, Optional<Election> election, boolean evenIfPaused, String caller) {
        Answer.Act refusal = election.isEmpty() ? draft.takesNoPart() : refusal(draft, evenIfPaused);
        if (draft.intent().dryRun()) {
            return refusal == null ? plan(draft) : refusal;
        }
        return draft.noted(caller, refusal == null ? carryOut(draft, election.get(), caller) : refusal);
    }

    private static Answer.@Nullable Act refusal(Draft draft, boolean evenIfPaused) {
        return switch (draft.before().part()) {
            case AWAY -> draft.takesNoPart();
            case OBSERVING ->
                draft.refused(Rule.OBSERVER, "%s only observes; %s".formatted(draft.self(), whoLeads(draft)));
            case STANDBY ->
                draft.refused(Rule.NOT_LEADING, "%s does not lead; %s".formatted(draft.self(), whoLeads(draft)));
            case STEPPING_DOWN ->
                draft.refused(Rule.NOT_LEADING, "%s is stepping down already".formatted(draft.self()));
            case LEADING, IN_DOUBT ->
                draft.self().equals(draft.heir())
                        ? draft.refused(Rule.ALREADY_LEADING, "%s leads already".formatted(draft.self()))
                        : evenIfPaused ? null : refusalIfPaused(draft);
        };
    }

    /** Nobody would follow. If the store does not answer, that is for the act itself to find out. */
    private static Answer.@Nullable Act refusalIfPaused(Draft draft) {
        try {
            Pause pause = draft.pause();
            return pause == null
                    ? null
                    : draft.refused(
                            Rule.PAUSED, "'%s' is %s, and nobody would take over".formatted(draft.election(), pause));
        } catch (StoreException e) {
            return null;
        }
    }

    private static String whoLeads(Draft draft) {
        Answer.Seat before = draft.before();
        return before.leader() == null
                ? "nobody leads, as far as it knows"
                : "%s leads, term %s: the act must be asked of that node".formatted(before.leader(), before.term());
    }

    private Answer.Act plan(Draft draft) {
        NodeName heir = draft.heir();
        if (heir == null) {
            return draft.ended(Outcome.PLANNED, "Then others have the first try.");
        }
        try (Ledger books = subject.ledger()) {
            List<NodeName> able = books.candidates(List.of(draft.election())).stream()
                    .filter(one -> one.alive() && one.part() == Enrolment.Part.CANDIDATE)
                    .map(one -> one.node().name())
                    .distinct()
                    .toList();
            return able.contains(heir)
                    ? draft.ended(Outcome.PLANNED, "Then %s has the first try.".formatted(heir))
                    : draft.refused(
                            Rule.NO_SUCH_CANDIDATE,
                            "cannot transfer '%s' to '%s': candidates alive are %s"
                                    .formatted(draft.election(), heir, able));
        } catch (StoreException e) {
            return nothingChanged(draft, e);
        }
    }

    private static Answer.Act nothingChanged(Draft draft, Throwable cause) {
        return draft.ended(
                Outcome.FAILED, "the candidates could not be read, and nothing was changed: " + cause.getMessage());
    }

    private Answer.Act carryOut(Draft draft, Election election, String caller) {
        draft.note(caller, "begun");
        NodeName heir = draft.heir();
        try (Succession succession = new Succession(subject.feed(), draft.election(), draft.token())) {
            CompletableFuture<Handover> asked = heir == null ? election.resign() : election.transferTo(heir.value());
            return switch (asked.get(subject.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                case NOT_LEADING ->
                    draft.refused(Rule.NOT_LEADING, "%s led no more when it was asked".formatted(draft.self()));
                case UNCONFIRMED ->
                    draft.ended(
                            Outcome.UNKNOWN,
                            "given up here, but the store has not confirmed it: the lease runs out by itself",
                            NOBODY);
                case RELEASED ->
                    next(draft, succession).map(next -> followed(draft, next)).orElseGet(() -> nobodyFollowed(draft));
            };
        } catch (TimeoutException e) {
            return draft.ended(
                    Outcome.UNKNOWN,
                    "not over after %d ms".formatted(subject.patience().toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return draft.ended(Outcome.UNKNOWN, "the node was stopped meanwhile");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return cause instanceof IllegalArgumentException
                    ? draft.refused(Rule.NO_SUCH_CANDIDATE, String.valueOf(cause.getMessage()))
                    : nothingChanged(draft, cause);
        }
    }

    /**
     * By the feed, or the books if that is silent. How long nobody led the books know better: who has just given up lets
     * others have the first try, and looks only then.
     */
    private Optional<Succession.Next> next(Draft draft, Succession succession) throws InterruptedException {
        long end = System.nanoTime() + draft.look().toNanos();
        Optional<Succession.Next> next = Optional.empty();
        for (long left = draft.look().toNanos(); next.isEmpty() && left > 0; left = end - System.nanoTime()) {
            next = succession.await(Duration.ofNanos(Math.min(left, BETWEEN_LOOKS.toNanos())));
            Optional<Succession.Next> heard = next;
            next = byTheBooks(draft).or(() -> heard);
        }
        return next;
    }

    private Optional<Succession.Next> byTheBooks(Draft draft) {
        try (Ledger books = subject.ledger()) {
            List<TermRecord> terms = books.history(draft.election(), 2);
            if (terms.isEmpty() || terms.get(0).term().token().value() <= draft.token()) {
                return Optional.empty();
            }
            Instant ended = terms.size() < 2 ? null : terms.get(1).ended();
            Duration leaderless =
                    ended == null ? null : Duration.between(ended, terms.get(0).granted());
            return Optional.of(new Succession.Next(terms.get(0).term(), leaderless));
        } catch (StoreException e) {
            return Optional.empty();
        }
    }

    private static Answer.Act followed(Draft draft, Succession.Next next) {
        Duration leaderless = next.leaderless();
        Answer.After after = new Answer.After(
                next.term().leader().toString(),
                next.term().token().toString(),
                leaderless == null ? null : (Long) Math.max(0, leaderless.toMillis()));
        NodeName heir = draft.heir();
        return heir == null || heir.equals(next.term().leader().name())
                ? draft.ended(Outcome.DONE, "", after)
                : draft.ended(
                        Outcome.FAILED, "%s gave it up, but not %s leads now".formatted(draft.self(), heir), after);
    }

    /** Whoever resigned has resigned; but whether the named node will lead is open. */
    private static Answer.Act nobodyFollowed(Draft draft) {
        return draft.ended(
                draft.heir() == null ? Outcome.DONE : Outcome.UNKNOWN,
                "released, but nobody was seen to lead within %d ms"
                        .formatted(draft.look().toMillis()),
                NOBODY);
    }
}
