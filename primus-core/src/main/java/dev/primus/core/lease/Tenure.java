package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.spi.Hold;

/**
 * A term that is ours: what proves it, until when it may be relied on, and how it is kept.
 *
 * @param stopBy past this nothing may be held, whatever the store says later
 * @param asked whether a renewal is under way
 * @param retryAt when to repeat a renewal whose outcome is unknown
 */
record Tenure(LeaseContest contest, Term term, Hold hold, MonoTime stopBy, boolean asked, MonoTime retryAt) {

    static Tenure begun(LeaseContest contest, Hold hold, MonoTime sentAt) {
        MonoTime stopBy = sentAt.plus(contest.timing().reign());
        return new Tenure(contest, new Term(contest.self(), hold.token()), hold, stopBy, false, MonoTime.NEVER);
    }

    /** When duties must be told to stop so that they are over by {@code stopBy}. */
    MonoTime wrapUpAt() {
        return stopBy.minus(contest.timing().drain());
    }

    boolean isTimeToWrapUp(MonoTime now) {
        return !now.isBefore(wrapUpAt());
    }

    /** The time duties have to stop: as long as they need, but never beyond what is left. */
    MonoTime drainedBy(MonoTime now) {
        MonoTime unhurried = now.plus(contest.timing().drain());
        return MonoTime.later(MonoTime.earlier(unhurried, stopBy), now);
    }

    MonoTime wakeAt() {
        return MonoTime.earlier(wrapUpAt(), asked ? MonoTime.NEVER : retryAt);
    }

    LeaseRequest renewal() {
        return new LeaseRequest.Renew(hold);
    }

    boolean isRetryDue(MonoTime now) {
        return !asked && !now.isBefore(retryAt);
    }

    boolean isRenewal(LeaseAnswered event) {
        return event.request().equals(renewal());
    }

    Tenure asking() {
        return new Tenure(contest, term, hold, stopBy, true, MonoTime.NEVER);
    }

    Tenure confirmed(MonoTime sentAt) {
        MonoTime later = MonoTime.later(stopBy, sentAt.plus(contest.timing().reign()));
        return new Tenure(contest, term, hold, later, false, MonoTime.NEVER);
    }

    Tenure unsure(MonoTime now) {
        return new Tenure(
                contest, term, hold, stopBy, false, now.plus(contest.timing().retryAfter()));
    }
}
