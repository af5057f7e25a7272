package dev.primus.core.lease;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;

/**
 * Led until the process or its machine stood still; holds nothing until a renewal of the same term succeeds that was
 * sent after the suspicion began.
 */
record Suspect(Tenure tenure, MonoTime since) implements LeaseState {
    @Override
    public Phase phase() {
        return Phase.SUSPECT;
    }

    @Override
    public MonoTime wakeAt() {
        return tenure.wakeAt();
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        return tenure.isTimeToWrapUp(at.now()) || tenure.isRetryDue(at.now()) ? beat(at) : Step.to(this);
    }

    @Override
    public Step<LeaseState> beat(Moment at) {
        if (tenure.isTimeToWrapUp(at.now())) {
            return SteppingDown.forLoss(tenure, LossReason.SUSPECT, at);
        }
        return tenure.asked() ? Step.to(this) : renew(tenure);
    }

    @Override
    public Step<LeaseState> suspected(Moment at) {
        return Step.to(new Suspect(tenure, at.now()));
    }

    @Override
    public Step<LeaseState> asked(Wish wish, Moment at) {
        return SteppingDown.onRequest(tenure, wish, at);
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!tenure.isRenewal(event)) {
            return Step.to(this);
        }
        if (!at.now().isBefore(tenure.stopBy())) {
            return SteppingDown.forLoss(tenure, LossReason.SUSPECT, at);
        }
        return switch (event.answer().verdict()) {
            case YES -> confirmed(event.sentAt());
            case NO -> SteppingDown.forLoss(tenure.refused(event), SteppingDown.whyRefused(tenure, event), at);
            case UNKNOWN -> Step.to(new Suspect(tenure.unsure(at.now()), since));
        };
    }

    /** A renewal that was sent before the suspicion began proves nothing about now. */
    private Step<LeaseState> confirmed(MonoTime sentAt) {
        if (sentAt.isBefore(since)) {
            return renew(tenure);
        }
        Tenure longer = tenure.confirmed(sentAt);
        return Step.to(new Leading(longer), new Effect.Resume(longer.term(), longer.stopBy()));
    }

    private Step<LeaseState> renew(Tenure kept) {
        return Step.to(new Suspect(kept.asking(), since), kept.renewal());
    }
}
