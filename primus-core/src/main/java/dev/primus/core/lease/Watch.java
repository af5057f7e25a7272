package dev.primus.core.lease;

import dev.primus.core.LeaseTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Moment;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The habit of looking at the right time: when the lease that was seen runs out, when a hint says so, and with growing
 * patience while the store does not answer. At most one request is under way.
 *
 * @param pending the request under way; null if none
 * @param lookAt when to look next
 * @param slack how much earlier a look would do no harm, so that many can share one trip
 * @param failures how often the store has not answered in a row
 * @param hints what hints have been worth of late
 */
record Watch(
        LeaseContest contest,
        Outlook outlook,
        @Nullable LeaseRequest pending,
        MonoTime lookAt,
        Duration slack,
        int failures,
        HintPace hints) {

    static Watch asking(LeaseContest contest, LeaseRequest first, long highest, MonoTime now) {
        return new Watch(contest, Outlook.unseen(highest), first, now, Duration.ZERO, 0, HintPace.FRESH);
    }

    static Watch from(LeaseContest contest, long highest, MonoTime lookAt) {
        return new Watch(contest, Outlook.unseen(highest), null, lookAt, Duration.ZERO, 0, HintPace.FRESH);
    }

    MonoTime wakeAt() {
        return pending == null ? lookAt : MonoTime.NEVER;
    }

    MonoTime wakeFrom() {
        return pending == null ? lookAt.minus(slack) : MonoTime.NEVER;
    }

    boolean isDue(MonoTime now) {
        return !now.isBefore(wakeFrom());
    }

    LeaseRequest look() {
        return new LeaseRequest.Look(contest.election());
    }

    Watch asked(LeaseRequest request) {
        return new Watch(contest, outlook, request, lookAt, slack, failures, hints.lookedAt());
    }

    boolean isAnsweredBy(LeaseAnswered event) {
        return event.request().equals(pending);
    }

    /** Nothing is under way any more and the next look comes then; a hint that came meanwhile makes it come at once. */
    Watch lookingAt(MonoTime next, Duration mayBeEarlier) {
        MonoTime then = hints.cameMeanwhile() ? MonoTime.earlier(next, lookAt) : next;
        return new Watch(contest, outlook, null, then, mayBeEarlier, 0, hints.answered());
    }

    Watch saw(Sighting seen, MonoTime sentAt, Moment at) {
        Outlook wider = outlook.saw(seen, sentAt, at.now(), contest.timing());
        boolean news = outlook.last() == null || outlook.last().epoch() != seen.epoch();
        return new Watch(
                contest, wider, pending, lookAt, slack, 0, news ? hints.rewarded() : hints.disappointed(at.now()));
    }

    /** Looks then, but never leaves the row out of sight for longer than a lease: clocks and operators may move. */
    Watch lookingBy(MonoTime next, Moment at) {
        return lookingAt(MonoTime.earlier(next, at.now().plus(contest.timing().lease())), Duration.ZERO);
    }

    /** Waits until the lease that was seen has run out; the others' looks are welcome to take this one along. */
    Watch untilLapse(Sighting live, Moment at) {
        Duration lease = contest.timing().lease();
        Duration wait = live.remaining().compareTo(live.lease()) > 0 ? live.lease() : live.remaining();
        Duration jitter = at.upTo(lease.dividedBy(1000));
        return lookingAt(at.now().plus(wait).plus(jitter), lease.dividedBy(10));
    }

    Watch hinted(Moment at) {
        MonoTime wanted = MonoTime.later(at.now(), hints.quietUntil());
        return new Watch(contest, outlook, pending, MonoTime.earlier(lookAt, wanted), slack, failures, hints.hinted());
    }

    /** The store did not answer: ask again after a while that grows, never longer than a renewal period. */
    Watch failed(Moment at) {
        LeaseTiming timing = contest.timing();
        Duration most = timing.renewEvery();
        Duration wait = timing.retryAfter().multipliedBy(1L << Math.min(failures, 6));
        Duration bounded = wait.compareTo(most) > 0 ? most : wait;
        MonoTime next = at.now().plus(bounded.dividedBy(2)).plus(at.upTo(bounded.dividedBy(2)));
        return new Watch(contest, outlook, null, next, Duration.ZERO, failures + 1, hints.answered());
    }
}
