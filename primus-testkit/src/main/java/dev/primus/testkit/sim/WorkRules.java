package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Attendance.State;

/** When the statements of a store of work do something. Apart, so that tests can plant the mistakes that others have made. */
class WorkRules {

    /** @param left of the lease of the life that has the row, in microseconds */
    boolean mayEnlist(State state, long left) {
        return !isAlive(state) || left <= 0;
    }

    boolean mayCheckIn(NodeId life, NodeId asks, State state, long left) {
        return life.equals(asks) && isAlive(state) && left > 0;
    }

    boolean mayBury(State state, long left) {
        return isAlive(state) && left <= 0;
    }

    /** @param fence the highest term that was there; null if none was */
    boolean mayMuster(@org.jspecify.annotations.Nullable Term fence, Term term) {
        return fence == null || fence.token().compareTo(term.token()) < 0 || fence.equals(term);
    }

    boolean mayCommand(@org.jspecify.annotations.Nullable Term fence, Term term, long revision, long after) {
        return term.equals(fence) && revision == after;
    }

    private static boolean isAlive(State state) {
        return state == State.ACTIVE || state == State.DRAINING;
    }
}
