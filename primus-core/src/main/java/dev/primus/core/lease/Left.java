package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;

/** Takes no part any more; what still arrives is of no interest. */
record Left() implements LeaseState {
    @Override
    public Phase phase() {
        return Phase.LEFT;
    }

    @Override
    public MonoTime wakeAt() {
        return MonoTime.NEVER;
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        return Step.to(this);
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        return Step.to(this);
    }
}
