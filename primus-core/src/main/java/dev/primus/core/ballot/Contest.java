package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Stage;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An election under way, as one member sees it: who stands, and who has voted for whom. */
final class Contest {
    /** Nobody has that many candidates; what claims to be one more is not believed. */
    private static final int MOST_CANDIDATES = 1024;

    private final Trigger trigger;
    private final MonoTime openedAt;
    private final MonoTime closesAt;
    private final MonoTime endsAt;
    private final MonoTime turnAt;
    private final MonoTime lastCallAt;
    private final Map<NodeId, Rival> quiet = new TreeMap<>();
    private final Map<NodeId, Candidacy> field = new TreeMap<>();
    private final Map<NodeName, Term> votes = new TreeMap<>();
    private @Nullable Run run;
    private boolean closed;

    /**
     * @param turnAt when this member stands if it knows of nobody better
     * @param lastCallAt from when on it waits for nobody
     */
    Contest(Trigger trigger, BallotTiming timing, MonoTime now, MonoTime turnAt, MonoTime lastCallAt) {
        this.trigger = trigger;
        this.openedAt = now;
        this.closesAt = now.plus(timing.candidacyWindow());
        this.endsAt = now.plus(timing.election());
        this.turnAt = turnAt;
        this.lastCallAt = lastCallAt;
    }

    Trigger trigger() {
        return trigger;
    }

    MonoTime openedAt() {
        return openedAt;
    }

    /** Whether candidates have had their time to say that they stand. */
    boolean isClosed() {
        return closed;
    }

    boolean isDueToClose(MonoTime now) {
        return !closed && !now.isBefore(closesAt);
    }

    void close() {
        closed = true;
    }

    boolean isOver(MonoTime now) {
        return !now.isBefore(endsAt);
    }

    MonoTime turnAt() {
        return turnAt;
    }

    MonoTime lastCallAt() {
        return lastCallAt;
    }

    /** @param looked when this was done last */
    MonoTime wakeAfter(MonoTime looked) {
        MonoTime next = closed ? endsAt : closesAt;
        if (run != null && !run.isViable() && !closed) {
            next = looked.isBefore(turnAt) ? MonoTime.earlier(next, turnAt) : next;
            next = looked.isBefore(lastCallAt) ? MonoTime.earlier(next, lastCallAt) : next;
        }
        return run == null ? next : MonoTime.earlier(next, MonoTime.earlier(run.repeatAt(), run.deadline()));
    }

    // ---- candidates ------------------------------------------------------------------------------------------------

    void stands(Candidacy candidacy) {
        NodeId node = candidacy.term().leader();
        if (field.containsKey(node) || field.size() < MOST_CANDIDATES) {
            field.put(node, candidacy);
            quiet.remove(node);
        }
    }

    Collection<Candidacy> field() {
        return Collections.unmodifiableCollection(field.values());
    }

    List<Candidacy> viable() {
        return field.values().stream()
                .filter(candidacy -> candidacy.stage() == Stage.VIABLE)
                .toList();
    }

    boolean isViable(NodeId node) {
        Candidacy said = field.get(node);
        return said != null && said.stage() == Stage.VIABLE;
    }

    /** This one would stand as well, but has not. */
    void keepsQuiet(Rival rival) {
        if (!field.containsKey(rival.node()) && quiet.size() < MOST_CANDIDATES) {
            quiet.put(rival.node(), rival);
        }
    }

    void wouldNotStand(NodeId node) {
        quiet.remove(node);
    }

    Collection<Rival> quiet() {
        return Collections.unmodifiableCollection(quiet.values());
    }

    /** All who would have led, as far as is known here, whether or not they stood. */
    Collection<Rival> rivals() {
        Map<NodeId, Rival> all = new TreeMap<>(quiet);
        field.values()
                .forEach(each ->
                        all.put(each.term().leader(), new Rival(each.term().leader(), each.facts())));
        return all.values();
    }

    // ---- votes -----------------------------------------------------------------------------------------------------

    void voted(NodeName voter, Term term) {
        Term before = votes.get(voter);
        if (before == null || before.token().compareTo(term.token()) < 0) {
            votes.put(voter, term);
        }
    }

    Map<NodeName, Term> votes() {
        return Collections.unmodifiableMap(votes);
    }

    /** Everybody that anybody has voted for. */
    Set<Term> votedFor() {
        return Set.copyOf(votes.values());
    }

    Set<NodeName> votersOf(Term term) {
        Set<NodeName> voters = new HashSet<>();
        votes.forEach((voter, vote) -> {
            if (vote.equals(term)) {
                voters.add(voter);
            }
        });
        return voters;
    }

    boolean haveVoted(Collection<NodeId> members) {
        return members.stream().allMatch(member -> votes.containsKey(member.name()));
    }

    // ---- this member's own candidate -------------------------------------------------------------------------------

    @Nullable
    Run run() {
        return run;
    }

    void runs(@Nullable Run own) {
        run = own;
    }
}
