package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.spi.Answer;
import java.util.HashSet;
import java.util.Set;

/**
 * Counts who agrees to one question about one term, by name: two lives of one node are one voice. The row that votes like a
 * member has no name, and one voice too.
 */
final class Tally {

    /** Is told what came of it. */
    interface Reply {
        void accept(Answer answer, MonoTime now);
    }

    private final ElectionName election;
    private final Term term;
    private final MonoTime deadline;
    private final Reply reply;
    private final Set<NodeName> yes = new HashSet<>();
    private final Set<NodeName> no = new HashSet<>();
    private boolean rowAgrees;
    private boolean rowRefuses;
    private boolean outvoted;
    private boolean renewal;

    Tally(ElectionName election, Term term, MonoTime deadline, Reply reply) {
        this.election = election;
        this.term = term;
        this.deadline = deadline;
        this.reply = reply;
    }

    /** About a term that is held already. */
    Tally ofRenewal() {
        renewal = true;
        return this;
    }

    boolean isRenewal() {
        return renewal;
    }

    ElectionName election() {
        return election;
    }

    Term term() {
        return term;
    }

    MonoTime deadline() {
        return deadline;
    }

    void agreed(NodeName name) {
        yes.add(name);
    }

    void rowSaid(boolean agreed) {
        rowAgrees |= agreed;
        rowRefuses = !rowAgrees;
    }

    /** A member has told what it heeds, whatever it thinks of this term. */
    void heeds(long highest) {
        outvoted |= highest > term.token().value();
    }

    void refused(NodeName name) {
        if (!yes.contains(name)) {
            no.add(name);
        }
    }

    /** Somebody has promised a later term: this one cannot last. */
    boolean isOutvoted() {
        return outvoted;
    }

    /** @param others how many other members are within reach */
    boolean isCarried(RegistryRules rules, int others) {
        return rules.rulings().isCarried(yes.size() + (rowAgrees ? 1 : 0), rules.quorum(), others);
    }

    boolean isLost(Quorum quorum, int others) {
        int against = no.size() + (rowRefuses ? 1 : 0);
        if (!quorum.isByPromise()) {
            return others > 0 && against >= others;
        }
        boolean nobodyElse = rowRefuses && others == 0;
        return nobodyElse || quorum.size() - against < quorum.needed();
    }

    void answer(Answer answer, MonoTime now) {
        reply.accept(answer, now);
    }
}
