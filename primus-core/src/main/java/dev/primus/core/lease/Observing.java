package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import org.jspecify.annotations.Nullable;

/** Watches who leads, and never bids. */
record Observing(Watch watch) implements LeaseState {
    @Override
    public Phase phase() {
        return Phase.OBSERVING;
    }

    @Override
    public String obstacle(MonoTime now) {
        return "it only observes";
    }

    @Override
    public @Nullable MonoTime unknownSince() {
        return watch.outlook().unknownSince();
    }

    @Override
    public MonoTime wakeAt() {
        return watch.wakeAt();
    }

    @Override
    public MonoTime wakeFrom() {
        return watch.wakeFrom();
    }

    @Override
    public Step<LeaseState> woken(Moment at) {
        return watch.isDue(at.now()) ? ask(watch, watch.question()) : Step.to(this);
    }

    @Override
    public Step<LeaseState> hinted(boolean byName, Moment at) {
        return Step.to(new Observing(watch.hinted(byName, at)));
    }

    @Override
    public Step<LeaseState> asked(Wish wish, Moment at) {
        return wish.leave() ? Step.to(new Left(), watch.contest().farewell()) : Step.to(this);
    }

    @Override
    public Step<LeaseState> answered(LeaseAnswered event, Moment at) {
        if (!watch.isAnsweredBy(event)) {
            return Step.to(this);
        }
        Sighting seen = event.answer().seen();
        Watch known = watch.enrolled(event.answer().verdict() == Verdict.YES);
        if (seen != null) {
            return saw(known, seen, event.sentAt(), at);
        }
        return switch (event.answer().verdict()) {
            case YES -> ask(known, known.question());
            case NO -> Step.to(new Observing(known.failed(at)));
            case UNKNOWN -> unanswered(at);
        };
    }

    private Step<LeaseState> unanswered(Moment at) {
        Watch next = watch.unanswered(at);
        return Step.to(new Observing(next), next.outlook().newsSince(watch.outlook()));
    }

    private Step<LeaseState> saw(Watch known, Sighting seen, MonoTime sentAt, Moment at) {
        Watch wiser = known.saw(seen, sentAt, at);
        Watch next = wiser.outlook().isHeld() ? wiser.untilLapse(seen, at) : wiser.lookingAgain(at);
        return Step.to(new Observing(next), next.outlook().newsSince(watch.outlook()));
    }

    private static Step<LeaseState> ask(Watch watch, LeaseRequest request) {
        return Step.to(new Observing(watch.asked(request)), request);
    }
}
