package dev.primus.core.ballot;

import dev.primus.core.ElectorateVersion;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** This member's own candidacy: who would follow it, and once enough would, who has voted for it. */
final class Run {
    private final long number;
    private final Bid bid;
    private final MonoTime deadline;
    private final Consumer<Answer> reply;
    private final Facts facts;
    private final int score;
    private final ElectorateVersion electorate;
    private final String charter;
    private final Map<NodeName, Stance> acks = new TreeMap<>();
    private final Set<NodeName> voters = new HashSet<>();
    private final Set<NodeName> yes = new HashSet<>();
    private final Set<NodeName> no = new HashSet<>();
    private Stage stage = Stage.STANDING;
    private boolean quiet = true;
    private Term term;
    private long highest;
    private MonoTime repeatAt = MonoTime.NEVER;

    /**
     * @param electorate by whom it counts
     * @param charter the rules it goes by
     * @param term with the number that it will have unless somebody knows of a higher one
     */
    Run(
            long number,
            Bid bid,
            MonoTime deadline,
            Consumer<Answer> reply,
            Facts facts,
            int score,
            ElectorateVersion electorate,
            String charter,
            Term term) {
        this.number = number;
        this.bid = bid;
        this.deadline = deadline;
        this.reply = reply;
        this.facts = facts;
        this.score = score;
        this.electorate = electorate;
        this.charter = charter;
        this.term = term;
    }

    Bid bid() {
        return bid;
    }

    Term term() {
        return term;
    }

    Facts facts() {
        return facts;
    }

    int score() {
        return score;
    }

    /** Whether nobody has been told of it yet. */
    boolean isQuiet() {
        return quiet;
    }

    void stands() {
        quiet = false;
    }

    boolean isViable() {
        return stage == Stage.VIABLE;
    }

    MonoTime deadline() {
        return deadline;
    }

    void answer(Answer answer) {
        reply.accept(answer);
    }

    /** What is said to the others of it. */
    Candidacy said(Stage as) {
        return new Candidacy(bid.election(), term, number, as, electorate, charter, facts, score);
    }

    Candidacy said() {
        return said(stage);
    }

    // ---- acknowledgements ------------------------------------------------------------------------------------------

    /** @return whether it is about this candidacy, and new */
    boolean acknowledged(NodeName from, Acknowledged ack, boolean counts) {
        if (ack.number() != number) {
            return false;
        }
        highest = Math.max(highest, ack.highest());
        if (counts) {
            voters.add(from);
        }
        return acks.put(from, ack.stance()) != ack.stance();
    }

    /** Whether it has said what it thinks; who follows another may be free in a moment, and stand itself. */
    boolean hasAnswered(NodeId member) {
        Stance stance = acks.get(member.name());
        return stance != null && stance != Stance.BOUND;
    }

    /** Who of the voters would follow it. */
    Set<NodeName> supporters() {
        Set<NodeName> agreed = new HashSet<>();
        acks.forEach((name, stance) -> {
            if (stance == Stance.AGREED && voters.contains(name)) {
                agreed.add(name);
            }
        });
        return agreed;
    }

    /** Who would not, and why. */
    Map<NodeName, String> vetoes() {
        Map<NodeName, String> others = new TreeMap<>();
        acks.forEach((name, stance) -> {
            if (stance != Stance.AGREED) {
                others.put(name, stance.name().toLowerCase(Locale.ROOT));
            }
        });
        return others;
    }

    long highest() {
        return highest;
    }

    /** Enough would: from here on it may be voted for, by this number. */
    void becomesViable(Term as) {
        stage = Stage.VIABLE;
        term = as;
    }

    // ---- votes -----------------------------------------------------------------------------------------------------

    /** @param vote whom a voter has voted for, in which term */
    void counted(NodeName voter, Term vote) {
        if (vote.equals(term)) {
            yes.add(voter);
            no.remove(voter);
        } else if (vote.token().compareTo(term.token()) >= 0 && !yes.contains(voter)) {
            no.add(voter);
        }
    }

    Set<NodeName> votesFor() {
        return yes;
    }

    Set<NodeName> votesAgainst() {
        return no;
    }

    // ---- repetition ------------------------------------------------------------------------------------------------

    boolean isToBeAsked(NodeId member) {
        NodeName name = member.name();
        boolean votes = !acks.containsKey(name) || voters.contains(name);
        return isViable() ? votes && !yes.contains(name) && !no.contains(name) : acks.get(name) != Stance.AGREED;
    }

    MonoTime repeatAt() {
        return repeatAt;
    }

    void repeatsAt(MonoTime time) {
        repeatAt = time;
    }
}
