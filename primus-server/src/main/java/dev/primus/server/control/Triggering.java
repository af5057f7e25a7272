package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Report;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks for a new election on an operator's word, and tells who leads then. */
final class Triggering {
    private static final Answer.After NOBODY = new Answer.After(null, null, null);

    private final Subject subject;
    private final NextLeader nextLeader;

    Triggering(Subject subject, NextLeader nextLeader) {
        this.subject = subject;
        this.nextLeader = nextLeader;
    }

    /** What was only a question, a dry run, leaves no trace; everything else is on record, refusals too. */
    Answer.Act perform(Draft draft, boolean override, String caller) {
        Optional<BallotOffice> office = subject.office();
        boolean dryRun = draft.intent().dryRun();
        if (subject.elections().stream().noneMatch(one -> one.name().equals(draft.election()))) {
            return dryRun ? draft.takesNoPart() : draft.noted(caller, draft.takesNoPart());
        }
        if (office.isEmpty()) {
            Answer.Act refusal = draft.refused(
                    Rule.NO_BALLOT,
                    "only the ballot engine holds elections on request, and %s uses another: primus resign lets others have the first try"
                            .formatted(draft.self()));
            return dryRun ? refusal : draft.noted(caller, refusal);
        }
        return dryRun
                ? draft.ended(Outcome.PLANNED, plan(office.get(), draft, override))
                : draft.noted(caller, carryOut(office.get(), draft, override, caller));
    }

    /** Who would win is good to know, but no condition: the candidates are asked again in earnest. */
    private static String plan(BallotOffice office, Draft draft, boolean override) {
        String windows = override ? "whatever the windows say" : "unless a window is open";
        try {
            Report report = Explaining.whoWouldWin(office, draft.election());
            Term winner = report.winner();
            return "The candidates are asked anew, %s; by what they state now %s would win."
                    .formatted(windows, winner == null ? "nobody" : winner.leader());
        } catch (TimeoutException | ExecutionException e) {
            return "The candidates are asked anew, %s; who would win is not known.".formatted(windows);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "The candidates are asked anew, %s.".formatted(windows);
        }
    }

    private Answer.Act carryOut(BallotOffice office, Draft draft, boolean override, String caller) {
        draft.note(caller, "begun");
        try (Succession succession = new Succession(subject.feed(), draft.election(), draft.token())) {
            String refusal = office.trigger(draft.election().value(), override)
                    .get(subject.patience().toNanos(), TimeUnit.NANOSECONDS);
            return refusal.isEmpty()
                    ? nextLeader
                            .await(draft, succession)
                            .map(next -> draft.ended(Outcome.DONE, "", next.answer()))
                            .orElseGet(() -> undecided(draft))
                    : draft.refused(Rule.NO_ELECTION_NOW, refusal);
        } catch (TimeoutException e) {
            return draft.ended(
                    Outcome.UNKNOWN,
                    "no answer after %d ms".formatted(subject.patience().toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return draft.ended(Outcome.UNKNOWN, "the node was stopped meanwhile");
        } catch (ExecutionException e) {
            return draft.ended(Outcome.UNKNOWN, "asking for an election failed: " + e.getCause());
        }
    }

    private Answer.Act undecided(Draft draft) {
        return draft.ended(
                Outcome.DONE,
                nextLeader.isHurried()
                        ? "an election was called, and this node ends; nobody was seen to win before that"
                        : "an election was called, but nobody was seen to win within %d ms"
                                .formatted(draft.look().toMillis()),
                NOBODY);
    }
}
