package dev.primus.core.lease;

import dev.primus.core.LeaseTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Moment;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The habit of looking at the right time: when the lease that was seen runs out, when a hint says so, and with growing
 * patience while the store does not answer. At most one request is under way.
 *
 * @param enrolment our part in the election
 * @param enrolled whether the store knows of it
 * @param pending the request under way; null if none
 * @param lookAt when to look next
 * @param slack how much earlier a look would do no harm, so that many can share one trip
 * @param failures how often the store has not answered in a row
 * @param hints what hints have been worth of late
 */
record Watch(
        LeaseContest contest,
        Enrolment enrolment,
        boolean enrolled,
        Outlook outlook,
        @Nullable LeaseRequest pending,
        MonoTime lookAt,
        Duration slack,
        int failures,
        HintPace hints) {

    /** Has not looked yet, and the store does not know of us. */
    static Watch fresh(LeaseContest contest, Enrolment.Part part, long known, MonoTime now) {
        Enrolment enrolment = new Enrolment(contest.election(), part);
        return new Watch(
                contest, enrolment, false, Outlook.unseen(known, now), null, now, Duration.ZERO, 0, HintPace.FRESH);
    }

    /** Looks again after a term of its own, not before that time; never believes in less than it has seen. */
    static Watch after(long highest, LeaseContest contest, MonoTime from) {
        return fresh(contest, Enrolment.Part.CANDIDATE, highest, from)
                .enrolled(true)
                .with(HintPace.quietUntil(from));
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

    /** What to ask next: who leads or, as long as the store does not know of us, to be let in. */
    LeaseRequest question() {
        return enrolled ? new LeaseRequest.Look(contest.election()) : new LeaseRequest.Enroll(enrolment);
    }

    boolean isAnsweredBy(LeaseAnswered event) {
        return event.request().equals(pending);
    }

    /** The store knows of us, or has forgotten the whole election. */
    Watch enrolled(boolean known) {
        return new Watch(contest, enrolment, known, outlook, pending, lookAt, slack, failures, hints);
    }

    Watch asked(LeaseRequest request) {
        return new Watch(contest, enrolment, enrolled, outlook, request, lookAt, slack, failures, hints.lookedAt());
    }

    Watch saw(Sighting seen, MonoTime sentAt, Moment at) {
        Outlook wider = outlook.saw(seen, sentAt, at.now(), contest.timing());
        boolean news = !Objects.equals(outlook.leader(), wider.leader());
        return with(wider).with(news ? hints.rewarded() : hints.disappointed(at.now()));
    }

    /** Nothing is under way any more and the next look comes then; a hint that came meanwhile brings it forward. */
    Watch lookingAt(MonoTime next, Duration mayBeEarlier, Moment at) {
        MonoTime hinted = MonoTime.later(at.now(), hints.quietUntil());
        boolean sooner = hints.cameMeanwhile() && hinted.isBefore(next);
        return sooner ? idleUntil(hinted, Duration.ZERO, 0) : idleUntil(next, mayBeEarlier, 0);
    }

    /** Looks then, but never leaves the row out of sight for longer than a lease: clocks and operators may move. */
    Watch lookingBy(MonoTime next, Moment at) {
        return lookingAt(MonoTime.earlier(next, at.now().plus(contest.timing().lease())), Duration.ZERO, at);
    }

    /** Nobody leads, and it is not for this node to change that: there is no expiry to wait for. */
    Watch lookingAgain(Moment at) {
        return lookingAt(at.now().plus(Spans.part(contest.timing().lease(), 10)), Duration.ZERO, at);
    }

    /**
     * Waits until the lease that was seen has run out; the others' looks are welcome to take this one along. If the store's
     * clock is not relied on, until the holder has stopped by our own clock, if that is earlier.
     */
    Watch untilLapse(Sighting live, Moment at) {
        Duration lease = contest.timing().lease();
        Duration wait = live.remaining().compareTo(live.lease()) > 0 ? live.lease() : live.remaining();
        Duration jitter = at.upTo(Spans.part(lease, 1000));
        MonoTime lapse = at.now().plus(wait).plus(jitter);
        MonoTime stopped = outlook.stoppedBy(contest.timing());
        return stopped.isBefore(lapse)
                ? lookingAt(stopped, Duration.ZERO, at)
                : lookingAt(lapse, Spans.part(lease, 10), at);
    }

    Watch hinted(boolean byName, Moment at) {
        MonoTime wanted = MonoTime.later(at.now(), hints.quietUntil());
        boolean sooner = wanted.isBefore(lookAt);
        return new Watch(
                contest,
                enrolment,
                enrolled,
                outlook,
                pending,
                sooner ? wanted : lookAt,
                sooner ? Duration.ZERO : slack,
                failures,
                hints.hinted(byName));
    }

    /** Asked in vain: asks again after a while that grows, never longer than a renewal period. */
    Watch failed(Moment at) {
        LeaseTiming timing = contest.timing();
        Duration most = timing.renewEvery();
        Duration wait = Spans.times(timing.retryAfter(), 1L << Math.min(failures, 6));
        Duration bounded = wait.compareTo(most) > 0 ? most : wait;
        Duration half = Spans.part(bounded, 2);
        MonoTime next = at.now().plus(half).plus(at.upTo(half));
        return idleUntil(next, Duration.ZERO, failures + 1);
    }

    /** The same, because the store did not answer. */
    Watch unanswered(Moment at) {
        return failed(at).with(outlook.unanswered(at.now(), contest.timing()));
    }

    private Watch idleUntil(MonoTime next, Duration mayBeEarlier, int failed) {
        return new Watch(contest, enrolment, enrolled, outlook, null, next, mayBeEarlier, failed, hints);
    }

    private Watch with(Outlook other) {
        return new Watch(contest, enrolment, enrolled, other, pending, lookAt, slack, failures, hints);
    }

    private Watch with(HintPace other) {
        return new Watch(contest, enrolment, enrolled, outlook, pending, lookAt, slack, failures, other);
    }
}
