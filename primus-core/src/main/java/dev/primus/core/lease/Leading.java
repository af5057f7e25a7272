package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;

/** Leads: renews at every beat, and wraps up in time if that does not succeed. */
record Leading(Tenure tenure) implements LeaseState {
    @Override
    public Phase phase() {
        return Phase.LEADING;
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
            return SteppingDown.forLoss(tenure, tenure.contest().whenSilent(), at);
        }
        return tenure.asked() ? Step.to(this) : Step.to(new Leading(tenure.asking()), tenure.renewal());
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!tenure.isRenewal(event)) {
            return Step.to(this);
        }
        if (!at.now().isBefore(tenure.stopBy())) {
            return SteppingDown.forLoss(tenure, tenure.contest().whenSilent(), at);
        }
        return switch (event.answer().verdict()) {
            case YES -> {
                Tenure longer = tenure.confirmed(event.sentAt());
                yield Step.to(new Leading(longer), new Effect.Prolong(longer.term(), longer.stopBy()));
            }
            case NO -> SteppingDown.forLoss(tenure.refused(event), SteppingDown.whyRefused(tenure, event), at);
            case UNKNOWN -> Step.to(new Leading(tenure.unsure(at.now())));
        };
    }

    @Override
    public Step<LeaseState> suspected(Moment at) {
        if (tenure.isTimeToWrapUp(at.now())) {
            return SteppingDown.forLoss(tenure, tenure.contest().whenSilent(), at);
        }
        Effect suspend = new Effect.Suspend(tenure.term());
        return tenure.asked()
                ? Step.to(new Suspect(tenure, at.now()), suspend)
                : Step.to(new Suspect(tenure.asking(), at.now()), suspend, tenure.renewal());
    }

    @Override
    public Step<LeaseState> asked(Wish wish, Moment at) {
        return SteppingDown.onRequest(tenure, wish, at);
    }
}
