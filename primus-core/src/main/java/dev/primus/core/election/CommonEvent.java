package dev.primus.core.election;

/** The events of {@link ElectionState} as values, for every engine. */
public final class CommonEvent {
    private CommonEvent() {}

    public record Woken<S extends ElectionState<S>>() implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.woken(at);
        }
    }

    public record Beat<S extends ElectionState<S>>() implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.beat(at);
        }
    }

    /** @param byName whether the hint was about this very election, not about all of them */
    public record Hinted<S extends ElectionState<S>>(boolean byName) implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.hinted(byName, at);
        }
    }

    public record Suspected<S extends ElectionState<S>>() implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.suspected(at);
        }
    }

    public record Asked<S extends ElectionState<S>>(Wish wish) implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.asked(wish, at);
        }
    }

    public record DutiesEnded<S extends ElectionState<S>>(DutiesStopped proof) implements ElectionEvent<S> {
        @Override
        public Step<S> on(S state, Moment at) {
            return state.dutiesStopped(proof, at);
        }
    }
}
