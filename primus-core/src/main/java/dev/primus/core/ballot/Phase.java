package dev.primus.core.ballot;

import dev.primus.core.ElectionPhase;
import dev.primus.core.MonoTime;
import dev.primus.core.ballot.score.Report;

/** How far a member is with an election: each phase holds only what it needs. */
sealed interface Phase {

    ElectionPhase name();

    /** Whether this is what comes next; there are no other ways. */
    boolean mayTurnTo(Phase next);

    /** When something is to be done, after that time, though nobody says anything. */
    default MonoTime wakeAfter(MonoTime now) {
        return MonoTime.NEVER;
    }

    /** Follows a leader, leads, or waits for its time to try. */
    record Idle() implements Phase {
        @Override
        public ElectionPhase name() {
            return ElectionPhase.IDLE;
        }

        @Override
        public boolean mayTurnTo(Phase next) {
            return next instanceof Discovering || next instanceof Electing;
        }
    }

    /**
     * Asks whether anybody leads.
     *
     * @param askAgainAt when to repeat the question
     * @param until when it is given up, and an election may begin
     */
    record Discovering(MonoTime askAgainAt, MonoTime until) implements Phase {
        @Override
        public ElectionPhase name() {
            return ElectionPhase.DISCOVERING;
        }

        @Override
        public boolean mayTurnTo(Phase next) {
            return next instanceof Idle || next instanceof Electing || next instanceof Discovering;
        }

        @Override
        public MonoTime wakeAfter(MonoTime now) {
            return now.isBefore(until) ? MonoTime.earlier(askAgainAt, until) : askAgainAt;
        }
    }

    /** Candidates stand, and voters vote. */
    record Electing(Contest contest) implements Phase {
        @Override
        public ElectionPhase name() {
            return ElectionPhase.ELECTING;
        }

        @Override
        public boolean mayTurnTo(Phase next) {
            return next instanceof Complete;
        }

        @Override
        public MonoTime wakeAfter(MonoTime now) {
            return contest.wakeAfter(now);
        }
    }

    /** An election is over, with or without a winner. */
    record Complete(Report report) implements Phase {
        @Override
        public ElectionPhase name() {
            return ElectionPhase.COMPLETE;
        }

        @Override
        public boolean mayTurnTo(Phase next) {
            return next instanceof Idle;
        }
    }
}
