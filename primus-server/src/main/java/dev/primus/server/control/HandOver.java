package dev.primus.server.control;

import dev.primus.DutyStatus;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.StoreException;
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

    private final Subject subject;
    private final NextLeader nextLeader;

    HandOver(Subject subject, NextLeader nextLeader) {
        this.subject = subject;
        this.nextLeader = nextLeader;
    }

    /** What was only a question, a dry run, leaves no trace; everything else is on record, refusals too. */
    Answer.Act perform(Draft draft, Optional<Election> election, boolean evenIfPaused, String caller) {
        Answer.Act refusal = election.isEmpty() ? draft.takesNoPart() : refusal(draft, evenIfPaused);
        if (draft.intent().dryRun()) {
            return refusal == null ? plan(draft, evenIfPaused) : refusal;
        }
        return draft.noted(caller, refusal == null ? carryOut(draft, election.get(), caller) : refusal);
    }

    private static Answer.@Nullable Act refusal(Draft draft, boolean evenIfPaused) {
        return switch (draft.part()) {
            case AWAY -> draft.takesNoPart();
            case OBSERVING ->
                draft.refused(Rule.OBSERVER, "%s only observes; %s".formatted(draft.self(), whoLeads(draft)));
            case STANDBY ->
                draft.refused(Rule.NOT_LEADING, "%s does not lead; %s".formatted(draft.self(), whoLeads(draft)));
            case STEPPING_DOWN ->
                draft.refused(Rule.NOT_LEADING, "%s is stepping down already".formatted(draft.self()));
            case LEADING, IN_DOUBT ->
                draft.self().equals(draft.whom())
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

    private Answer.Act plan(Draft draft, boolean evenIfPaused) {
        NodeName heir = draft.whom();
        if (heir == null) {
            return draft.ended(
                    Outcome.PLANNED,
                    evenIfPaused && refusalIfPaused(draft) != null
                            ? "Then nobody leads until it is resumed."
                            : "Then others have the first try.");
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
        NodeName heir = draft.whom();
        try (Succession succession = new Succession(subject.feed(), draft.election(), draft.token())) {
            CompletableFuture<Handover> asked = heir == null ? election.resign() : election.transferTo(heir.value());
            return switch (asked.get(subject.patience().toNanos(), TimeUnit.NANOSECONDS)) {
                case NOT_LEADING ->
                    draft.refused(Rule.NOT_LEADING, "%s led no more when it was asked".formatted(draft.self()));
                case UNCONFIRMED -> draft.ended(Outcome.UNKNOWN, whyUnconfirmed(election), NOBODY);
                case RELEASED ->
                    nextLeader
                            .await(draft, succession)
                            .map(next -> followed(draft, next))
                            .orElseGet(() -> nobodyFollowed(draft));
            };
        } catch (TimeoutException e) {
            return draft.ended(
                    Outcome.UNKNOWN,
                    "not over after %d ms".formatted(subject.patience().toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return draft.ended(Outcome.UNKNOWN, "the node was stopped meanwhile");
        } catch (ExecutionException e) {
            return failed(draft, e.getCause() == null ? e : e.getCause());
        }
    }

    /** What a duty still works on is not given back. */
    private static String whyUnconfirmed(Election election) {
        List<String> stuck = election.duties().stream()
                .filter(duty -> duty.state() == DutyStatus.State.STOPPING)
                .map(DutyStatus::name)
                .toList();
        return stuck.isEmpty()
                ? "given up here, but the store has not confirmed it: the lease runs out by itself"
                : "%s %s did not stop: nothing was given back, the lease runs out"
                        .formatted(stuck.size() == 1 ? "duty" : "duties", String.join(", ", stuck));
    }

    /** A heir is looked up first, and only then is leadership given up: what fails there has changed nothing. */
    private static Answer.Act failed(Draft draft, Throwable cause) {
        if (cause instanceof IllegalArgumentException) {
            Answer.Act paused = refusalIfPaused(draft);
            return paused != null ? paused : draft.refused(Rule.NO_SUCH_CANDIDATE, String.valueOf(cause.getMessage()));
        }
        return draft.whom() != null && cause instanceof StoreException
                ? nothingChanged(draft, cause)
                : draft.ended(Outcome.UNKNOWN, "giving leadership up failed: " + cause.getMessage());
    }

    private static Answer.Act followed(Draft draft, Succession.Next next) {
        Answer.After after = next.answer();
        NodeName heir = draft.whom();
        return heir == null || heir.equals(next.term().leader().name())
                ? draft.ended(Outcome.DONE, "", after)
                : draft.ended(
                        Outcome.FAILED, "%s gave it up, but not %s leads now".formatted(draft.self(), heir), after);
    }

    /** Whoever resigned has resigned; but whether the named node will lead is open. */
    private Answer.Act nobodyFollowed(Draft draft) {
        String noSuccessor = nextLeader.isHurried()
                ? "released, and this node ends; nobody was seen to lead before that"
                : "released, but nobody was seen to lead within %d ms"
                        .formatted(draft.look().toMillis());
        return draft.ended(
                draft.whom() == null ? Outcome.DONE : Outcome.UNKNOWN,
                refusalIfPaused(draft) == null
                        ? noSuccessor
                        : "released, and nobody leads until the election is resumed",
                NOBODY);
    }
}
