package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Tells who votes, and changes that on an operator's word. */
final class Voting {
    /** The node's own loop says it, unless that is stuck; a caller waits ten seconds. */
    private static final Duration TO_SAY = Duration.ofSeconds(2);

    /** A node waits for its leader's word for two heartbeat timeouts, and tells what has come of it then. */
    private static final int HEARTBEAT_TIMEOUTS = 2;

    private static final String COUNTED =
            "voters are counted here, not named: who votes can be shown and changed where all nodes were started with"
                    + " their names (--voters)";

    private final Subject subject;

    Voting(Subject subject) {
        this.subject = subject;
    }

    /** What is known to this node, and whom it can reach. */
    private record Roll(Suffrage suffrage, Set<NodeName> reach) {}

    // ---- looking ---------------------------------------------------------------------------------------------

    Answer voters(ElectionName election) {
        Optional<BallotOffice> office = subject.office();
        if (takesNoPart(election)) {
            return refused(
                    Rule.NOT_TAKING_PART,
                    "%s takes no part in '%s'".formatted(subject.id().name(), election));
        }
        if (office.isEmpty()) {
            return refused(Rule.NO_BALLOT, noBallot());
        }
        try {
            return roll(office.get(), election)
                    .<Answer>map(roll -> told(election, roll))
                    .orElseGet(() -> refused(Rule.VOTERS_COUNTED, COUNTED));
        } catch (TimeoutException e) {
            return new Answer.Mistake(
                    Answer.Mistake.Kind.INTERNAL, "the node has not said within %d s".formatted(TO_SAY.toSeconds()));
        } catch (ExecutionException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.INTERNAL, String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Mistake(Answer.Mistake.Kind.INTERNAL, "the node was stopped meanwhile");
        }
    }

    private boolean takesNoPart(ElectionName election) {
        return subject.elections().stream().noneMatch(one -> one.name().equals(election));
    }

    private String noBallot() {
        return "only nodes with the ballot engine vote, and %s uses another"
                .formatted(subject.id().name());
    }

    private Answer refused(Rule rule, String message) {
        return new Answer.Refusal(subject.id().toString(), rule, message);
    }

    /** Empty if voters are counted. */
    private static Optional<Roll> roll(BallotOffice office, ElectionName election)
            throws TimeoutException, ExecutionException, InterruptedException {
        CompletableFuture<Optional<Suffrage>> voters = office.voters(election.value());
        Set<NodeName> reach = office.withinReach().get(TO_SAY.toNanos(), TimeUnit.NANOSECONDS);
        return voters.get(TO_SAY.toNanos(), TimeUnit.NANOSECONDS).map(known -> new Roll(known, reach));
    }

    private Answer told(ElectionName election, Roll roll) {
        Electorate present = roll.suffrage().inForce();
        Electorate next = roll.suffrage().proposed();
        return new Answer.Voters(
                subject.id().toString(),
                election.value(),
                roll.suffrage().version().toString(),
                present.majority(),
                sorted(present.members()).stream()
                        .map(name -> new Answer.Voter(name, roll.reach().contains(new NodeName(name))))
                        .toList(),
                next == null
                        ? null
                        : new Answer.VoterChange(
                                without(next.members(), present), without(present.members(), next), next.majority()));
    }

    private static List<String> without(Set<NodeName> some, Electorate others) {
        return sorted(some.stream().filter(name -> !others.has(name)).toList());
    }

    private static List<String> sorted(Collection<NodeName> names) {
        return new TreeSet<>(names).stream().map(NodeName::value).toList();
    }

    // ---- acting ----------------------------------------------------------------------------------------------

    Answer.Act add(Draft draft, String caller) {
        return perform(draft, true, caller);
    }

    Answer.Act remove(Draft draft, String caller) {
        return perform(draft, false, caller);
    }

    /** What was only a question, a dry run, leaves no trace; everything else is on record, refusals too. */
    private Answer.Act perform(Draft asked, boolean joins, String caller) {
        Duration patience = subject.timing().lease().multipliedBy(HEARTBEAT_TIMEOUTS);
        Draft draft = asked.lasting(patience.plus(subject.patience()));
        Optional<BallotOffice> office = subject.office();
        boolean dryRun = draft.intent().dryRun();
        if (takesNoPart(draft.election()) || office.isEmpty()) {
            Answer.Act refusal = office.isEmpty() ? draft.refused(Rule.NO_BALLOT, noBallot()) : draft.takesNoPart();
            return dryRun ? refusal : draft.noted(caller, refusal);
        }
        return dryRun
                ? plan(office.get(), draft, joins)
                : draft.noted(caller, carryOut(office.get(), draft, joins, caller));
    }

    /** Only the leader knows whether it can be; what this node can see for itself is told at once. */
    private static Answer.Act plan(BallotOffice office, Draft draft, boolean joins) {
        try {
            return roll(office, draft.election())
                    .map(roll -> plan(roll, draft, joins))
                    .orElseGet(() -> draft.refused(Rule.VOTERS_COUNTED, COUNTED));
        } catch (TimeoutException | ExecutionException e) {
            return draft.ended(Outcome.PLANNED, "Who votes now is not known: the node has not said.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return draft.ended(Outcome.PLANNED, "Who votes now is not known: the node was stopped meanwhile.");
        }
    }

    private static Answer.Act plan(Roll roll, Draft draft, boolean joins) {
        NodeName node = whom(draft);
        Electorate present = roll.suffrage().inForce();
        if (!roll.suffrage().isSettled()) {
            return draft.refused(Rule.NO_CHANGE_NOW, "another change is under way");
        }
        if (present.has(node) == joins) {
            return draft.refused(Rule.NO_CHANGE_NOW, node + (joins ? " votes already" : " does not vote"));
        }
        Set<NodeName> members = new HashSet<>(present.members());
        if (joins) {
            members.add(node);
        } else {
            members.remove(node);
        }
        if (members.isEmpty()) {
            return draft.refused(Rule.NO_CHANGE_NOW, "%s is the only voter".formatted(node));
        }
        return draft.ended(Outcome.PLANNED, planned(draft, present, Electorate.first(members), roll.reach(), joins));
    }

    private static String planned(
            Draft draft, Electorate present, Electorate next, Set<NodeName> reach, boolean joins) {
        String change = "%s %s: %d of %d are needed then, now it is %d of %d."
                .formatted(
                        whom(draft),
                        joins ? "votes from then on" : "votes no more",
                        next.majority(),
                        next.members().size(),
                        present.majority(),
                        present.members().size());
        String away = next.members().stream()
                .filter(name -> !reach.contains(name))
                .sorted()
                .map(NodeName::value)
                .collect(Collectors.joining(", "));
        return away.isEmpty()
                ? change + " All of them are within reach."
                : "%s Not within reach of %s: %s.".formatted(change, draft.self(), away);
    }

    private static NodeName whom(Draft draft) {
        return Objects.requireNonNull(draft.whom());
    }

    private Answer.Act carryOut(BallotOffice office, Draft draft, boolean joins, String caller) {
        draft.note(caller, "begun");
        String election = draft.election().value();
        String node = whom(draft).value();
        try {
            if (roll(office, draft.election()).isEmpty()) {
                return draft.refused(Rule.VOTERS_COUNTED, COUNTED);
            }
            CompletableFuture<Ruling> ruling = joins ? office.admit(election, node) : office.dismiss(election, node);
            return ended(draft, ruling.get(draft.patience().toNanos(), TimeUnit.NANOSECONDS), joins);
        } catch (TimeoutException e) {
            return draft.ended(
                    Outcome.UNKNOWN,
                    "no answer after %d ms".formatted(draft.patience().toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return draft.ended(Outcome.UNKNOWN, "the node was stopped meanwhile");
        } catch (ExecutionException e) {
            return draft.ended(Outcome.UNKNOWN, "changing who votes failed: " + e.getCause());
        }
    }

    private static Answer.Act ended(Draft draft, Ruling ruling, boolean joins) {
        return switch (ruling.outcome()) {
            case DONE -> draft.ended(Outcome.DONE, whom(draft) + (joins ? " votes" : " votes no more"));
            case REFUSED -> draft.refused(Rule.NO_CHANGE_NOW, ruling.why());
            case UNDECIDED -> draft.ended(Outcome.UNKNOWN, ruling.why());
        };
    }
}
