package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import java.util.HashSet;
import java.util.Set;

/** Counts who agrees to one question about one term, by name: two lives of one node are one voice. */
final class Tally {

    /** What came of it. */
    enum Outcome {
        CARRIED,
        LOST,
        UNKNOWN
    }

    /** Is told what came of it. */
    interface Reply {
        void decided(Outcome outcome, MonoTime now);
    }

    private final ElectionName election;
    private final Term term;
    private final MonoTime deadline;
    private final Reply reply;
    private final Set<NodeName> agreed = new HashSet<>();
    private final Set<NodeName> against = new HashSet<>();

    Tally(ElectionName election, Term term, MonoTime deadline, Reply reply) {
        this.election = election;
        this.term = term;
        this.deadline = deadline;
        this.reply = reply;
    }

    ElectionName election() {
        return election;
    }

    boolean isAbout(ElectionName other, Term asked) {
        return election.equals(other) && term.equals(asked);
    }

    MonoTime deadline() {
        return deadline;
    }

    Set<NodeName> agreed() {
        return agreed;
    }

    Set<NodeName> against() {
        return against;
    }

    void agrees(NodeName name) {
        agreed.add(name);
        against.remove(name);
    }

    void refuses(NodeName name) {
        if (!agreed.contains(name)) {
            against.add(name);
        }
    }

    void isDecided(Outcome outcome, MonoTime now) {
        reply.decided(outcome, now);
    }
}
