package dev.primus.core.lease;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.DutiesStopped;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.time.Duration;

/**
 * Holds nothing any more and waits for its duties to end. Who steps down on request goes on renewing meanwhile, so that
 * nobody else starts before they have ended; who lost the lease never does.
 *
 * @param by when duties that still run are abandoned: a full drain after they were told, and after the last pause
 */
record SteppingDown(Tenure tenure, Wish wish, MonoTime by, Grip grip) implements LeaseState {

    /** What is left of the lease. */
    enum Grip {
        /** Ours, and kept alive until the duties have ended. */
        KEPT,
        /** Perhaps still ours, but it will not be renewed again. */
        SLIPPING,
        /** Somebody else's. */
        LOST
    }

    static Step<LeaseState> forLoss(Tenure tenure, LossReason reason, Moment at) {
        Grip left = reason == LossReason.TAKEN ? Grip.LOST : Grip.SLIPPING;
        return begin(tenure, new Wish(reason, null, false), left, at);
    }

    static Step<LeaseState> onRequest(Tenure tenure, Wish wish, Moment at) {
        Grip left = tenure.isTimeToWrapUp(at.now()) ? Grip.SLIPPING : Grip.KEPT;
        return begin(tenure, wish, left, at);
    }

    private static Step<LeaseState> begin(Tenure tenure, Wish wish, Grip left, Moment at) {
        return Step.to(
                new SteppingDown(tenure, wish, tenure.afterDrain(at.now()), left),
                new Effect.Revoke(tenure.term(), wish.reason()),
                new Effect.StopDuties(tenure.term(), tenure.drainedBy(at.now())));
    }

    /** A refused renewal means that another holds the row, or that ours had lapsed before the renewal came. */
    static LossReason whyRefused(Tenure tenure, LeaseAnswered event) {
        LossReason known = event.answer().loss();
        if (known != null) {
            return known;
        }
        Sighting seen = event.answer().seen();
        boolean stillNamesUs = seen != null
                && tenure.hold().nonce().equals(seen.nonce())
                && tenure.hold().token().value() == seen.epoch();
        return stillNamesUs ? LossReason.EXPIRED : LossReason.TAKEN;
    }

    @Override
    public Phase phase() {
        return Phase.STEPPING_DOWN;
    }

    @Override
    public String obstacle(MonoTime now) {
        return "the duties of its last term have not ended yet";
    }

    @Override
    public MonoTime wakeAt() {
        boolean retry = grip == Grip.KEPT && !tenure.asked();
        return MonoTime.earlier(overdueAt(), retry ? tenure.retryAt() : MonoTime.NEVER);
    }

    /** Duties answer by their deadline; should that answer never come, they count as abandoned. */
    private MonoTime overdueAt() {
        return by.plus(tenure.contest().timing().margin());
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        if (!at.now().isBefore(overdueAt())) {
            return abandon(at);
        }
        return tenure.isRetryDue(at.now()) ? beat(at) : Step.to(this);
    }

    @Override
    public Step<LeaseState> beat(Moment at) {
        if (grip != Grip.KEPT || tenure.asked()) {
            return Step.to(this);
        }
        return Step.to(new SteppingDown(tenure.asking(), wish, by, grip), tenure.renewal());
    }

    /** Duties stood still during the pause, too. */
    @Override
    public Step<LeaseState> suspected(Moment at) {
        return Step.to(new SteppingDown(tenure, wish, tenure.afterDrain(at.now()), grip));
    }

    @Override
    public Step<LeaseState> asked(Wish other, Moment at) {
        return Step.to(new SteppingDown(tenure, wish.and(other), by, grip));
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!tenure.isRenewal(event)) {
            return Step.to(this);
        }
        Tenure known = switch (event.answer().verdict()) {
            case YES -> tenure.confirmed(event.sentAt());
            case NO -> tenure.refused(event);
            case UNKNOWN -> tenure.unsure(at.now());
        };
        Grip left = event.answer().verdict() == Verdict.NO ? Grip.LOST : grip;
        return Step.to(new SteppingDown(known, wish, by, left));
    }

    @Override
    public Step<LeaseState> dutiesStopped(DutiesStopped proof, Moment at) {
        if (!proof.term().equals(tenure.term())) {
            return Step.to(this);
        }
        if (!proof.proved()) {
            return abandon(at);
        }
        return grip == Grip.LOST
                ? new Departure(tenure, wish).finish(false, Duration.ZERO, at)
                : Releasing.begin(tenure, wish, at);
    }

    /** A duty may still be running: nothing is released, the lease runs out and the token guards the data meanwhile. */
    private Step<LeaseState> abandon(Moment at) {
        return new Departure(tenure, wish)
                .finish(false, tenure.contest().timing().lease(), at);
    }
}
