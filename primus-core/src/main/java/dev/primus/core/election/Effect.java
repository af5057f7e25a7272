package dev.primus.core.election;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something the runtime has to do. Every effect knows which of its {@link Hands} carries it out. */
public interface Effect {
    void by(Hands hands);

    /** Leadership begins. */
    record Grant(Term term, MonoTime stopBy) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.grant(term, stopBy);
        }
    }

    /** The term was confirmed and now runs until {@code stopBy}. */
    record Prolong(Term term, MonoTime stopBy) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.prolong(term, stopBy);
        }
    }

    /** The term may be over without our knowing: nothing is held until {@link Resume}. */
    record Suspend(Term term) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.suspend(term);
        }
    }

    /** The term was confirmed after a suspicion. */
    record Resume(Term term, MonoTime stopBy) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.resume(term, stopBy);
        }
    }

    /** Leadership is over: nothing is held from here on. Comes before anything that takes time. */
    record Revoke(Term term, LossReason reason) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.revoke(term, reason);
        }
    }

    /**
     * Duties are to end by then, or within a drain if that time has come already; the answer is {@link DutiesStopped},
     * and it comes in any case.
     */
    record StopDuties(Term term, MonoTime by) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.stopDuties(term, by);
        }
    }

    /** Somebody leads, as far as this node knows. */
    record Follow(Term leader, @Nullable Instant since) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.follow(leader, since);
        }
    }

    /**
     * Nobody leads any more, as far as this node knows.
     *
     * @param lapsed whether the last leader fell silent, rather than gave it up
     */
    record Vacant(boolean lapsed) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.vacant(lapsed);
        }
    }

    /**
     * This node no longer knows the leader: the store does not answer, and the lease that this node last saw has ended by
     * its own clock.
     */
    record LeaderUnknown() implements Effect {
        @Override
        public void by(Hands hands) {
            hands.leaderUnknown();
        }
    }

    /** An operator has paused the election, or, without a pause, lets it go on. */
    record Paused(@Nullable Pause pause) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.paused(pause);
        }
    }

    /** The election was given back, or could not be and runs out by itself. */
    record Released(Term term, LossReason reason, boolean confirmed) implements Effect {
        @Override
        public void by(Hands hands) {
            hands.released(term, reason, confirmed);
        }
    }

    /** Something an operator should know. */
    record Alarm(Kind kind, String detail) implements Effect {

        /** What the alarm is about. */
        public enum Kind {
            /** The store shows a term below one it has shown before: it was restored, or failed over with loss. */
            STORE_WENT_BACK,
            /** The store's clock, or the one that stamped the lease, cannot be trusted to judge it. */
            CLOCK_DISTRUSTED
        }

        @Override
        public void by(Hands hands) {
            hands.alarm(this);
        }
    }
}
