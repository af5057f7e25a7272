package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.DutiesStopped;
import dev.primus.core.election.ElectionState;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import org.jspecify.annotations.Nullable;

/** The states of the lease engine. What a state does not mention leaves it as it is. */
public sealed interface LeaseState extends ElectionState<LeaseState>
        permits Observing, Waiting, Leading, Suspect, SteppingDown, Releasing, Left {

    /** The store has answered a request, perhaps one that a former state made. */
    Step<LeaseState> answered(LeaseAnswered event, Moment at);

    /** When the store last answered, if this node does not know the leader; else null. */
    default @Nullable MonoTime unknownSince() {
        return null;
    }

    @Override
    default Step<LeaseState> beat(Moment at) {
        return stay();
    }

    @Override
    default Step<LeaseState> hinted(boolean byName, Moment at) {
        return stay();
    }

    @Override
    default Step<LeaseState> suspected(Moment at) {
        return stay();
    }

    @Override
    default Step<LeaseState> asked(Wish wish, Moment at) {
        return stay();
    }

    @Override
    default Step<LeaseState> dutiesStopped(DutiesStopped proof, Moment at) {
        return stay();
    }

    private Step<LeaseState> stay() {
        return Step.to(this);
    }
}
