package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import org.jspecify.annotations.Nullable;

/**
 * What listeners hear. {@link Granted} and {@link Revoked} come in pairs, with rising terms; every listener is told one
 * thing at a time, in order, on a thread that nothing else waits for.
 */
public sealed interface Change {
    ElectionName election();

    /** This node leads. */
    record Granted(ElectionName election, Leadership leadership) implements Change {
        @Override
        public String toString() {
            return election + ": granted, term " + leadership.term();
        }
    }

    /** This node leads no more. */
    record Revoked(ElectionName election, Term term, LossReason reason) implements Change {
        @Override
        public String toString() {
            return election + ": revoked, term " + term + ", " + reason;
        }
    }

    /** This node's leadership is in doubt after a pause; nothing is held until {@link Resumed}. */
    record Suspended(ElectionName election, Term term) implements Change {
        @Override
        public String toString() {
            return election + ": suspended, term " + term;
        }
    }

    /** The doubt is over: the same term goes on. */
    record Resumed(ElectionName election, Term term) implements Change {
        @Override
        public String toString() {
            return election + ": resumed, term " + term;
        }
    }

    /**
     * Another term runs, as far as this node knows; also when it finds one that runs already.
     *
     * @param previous whom the last such change named; null if nobody, or there was none
     * @param leader null if nobody leads
     */
    record LeaderChanged(
            ElectionName election,
            @Nullable Leader previous,
            @Nullable Leader leader) implements Change {
        @Override
        public String toString() {
            return election + ": "
                    + (leader == null ? "nobody leads" : leader.term().leader() + " leads");
        }
    }
}
