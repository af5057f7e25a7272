package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Parting;
import java.time.Duration;

/**
 * Duties are proved stopped; gives the election back, and tries again while that could still save others some waiting.
 *
 * @param giveUpAt when the lease has run out anyway, or a leaving node will wait no longer
 * @param retryAt when to try again; never while a try is under way
 */
record Releasing(Tenure tenure, Wish wish, MonoTime giveUpAt, MonoTime retryAt) implements LeaseState {

    static Step<LeaseState> begin(Tenure tenure, Wish wish, Moment at) {
        MonoTime lapsed = tenure.stopBy().plus(tenure.contest().timing().margin());
        MonoTime until = wish.leave() ? MonoTime.earlier(lapsed, patience(tenure, at)) : lapsed;
        return new Releasing(tenure, wish, MonoTime.later(until, at.now()), MonoTime.NEVER).ask();
    }

    /** How long somebody who wants to go waits for the store to say goodbye. */
    private static MonoTime patience(Tenure tenure, Moment at) {
        return at.now().plus(tenure.contest().timing().ioTimeout().multipliedBy(2));
    }

    private Step<LeaseState> ask() {
        return Step.to(new Releasing(tenure, wish, giveUpAt, MonoTime.NEVER), request());
    }

    private LeaseRequest request() {
        return new LeaseRequest.Release(new Parting(tenure.hold(), wish.reason(), wish.heir()));
    }

    @Override
    public Phase phase() {
        return Phase.STEPPING_DOWN;
    }

    @Override
    public MonoTime wakeAt() {
        return MonoTime.earlier(giveUpAt, retryAt);
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        if (!at.now().isBefore(giveUpAt)) {
            return new Departure(tenure, wish).finish(false, Duration.ZERO, at);
        }
        return at.now().isBefore(retryAt) ? Step.to(this) : ask();
    }

    @Override
    public Step<LeaseState> asked(Wish other, Moment at) {
        boolean nowLeaving = other.leave() && !wish.leave();
        MonoTime until = nowLeaving ? MonoTime.earlier(giveUpAt, patience(tenure, at)) : giveUpAt;
        return Step.to(new Releasing(tenure, wish.and(other), until, retryAt));
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!event.request().equals(request())) {
            return Step.to(this);
        }
        return switch (event.answer().verdict()) {
            case YES -> new Departure(tenure, wish).finish(true, Duration.ZERO, at);
            case NO -> new Departure(tenure.refused(event), wish).finish(false, Duration.ZERO, at);
            case UNKNOWN ->
                Step.to(new Releasing(
                        tenure,
                        wish,
                        giveUpAt,
                        at.now().plus(tenure.contest().timing().retryAfter())));
        };
    }
}
