package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Sighting;

/**
 * A term that is ours: what proves it, until when it may be relied on, and how it is kept.
 *
 * @param stopBy past this nothing may be held, whatever the store says later
 * @param asked whether a renewal is under way
 * @param retryAt when to repeat a renewal whose outcome is unknown
 * @param highest the highest term the store has shown; above our own only once that was lost
 */
record Tenure(
        LeaseContest contest, Term term, Hold hold, MonoTime stopBy, boolean asked, MonoTime retryAt, long highest) {

    static Tenure begun(LeaseContest contest, Hold hold, MonoTime sentAt) {
        MonoTime stopBy = sentAt.plus(contest.timing().reign());
        Term term = new Term(contest.self(), hold.token());
        return new Tenure(
                contest, term, hold, stopBy, false, MonoTime.NEVER, hold.token().value());
    }

    /** When duties must be told to stop so that they are over by {@code stopBy}. */
    MonoTime wrapUpAt() {
        return stopBy.minus(contest.timing().drain());
    }

    boolean isTimeToWrapUp(MonoTime now) {
        return !now.isBefore(wrapUpAt());
    }

    /** When duties should have stopped: after a drain, but not beyond {@code stopBy}; {@code now} if that has passed. */
    MonoTime drainedBy(MonoTime now) {
        return MonoTime.later(MonoTime.earlier(afterDrain(now), stopBy), now);
    }

    MonoTime afterDrain(MonoTime now) {
        return now.plus(contest.timing().drain());
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
        return new Tenure(contest, term, hold, stopBy, true, MonoTime.NEVER, highest);
    }

    Tenure confirmed(MonoTime sentAt) {
        MonoTime later = MonoTime.later(stopBy, sentAt.plus(contest.timing().reign()));
        return new Tenure(contest, term, hold, later, false, MonoTime.NEVER, highest);
    }

    Tenure unsure(MonoTime now) {
        return new Tenure(
                contest, term, hold, stopBy, false, now.plus(contest.timing().retryAfter()), highest);
    }

    /** What the store showed when it refused a renewal must not be forgotten: it may yet lose it. */
    Tenure refused(LeaseAnswered event) {
        Sighting seen = event.answer().seen();
        long shown = seen == null ? 0 : seen.epoch();
        return new Tenure(contest, term, hold, stopBy, false, MonoTime.NEVER, Math.max(highest, shown));
    }
}
