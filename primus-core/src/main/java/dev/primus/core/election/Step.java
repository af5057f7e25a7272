package dev.primus.core.election;

import java.util.List;

/**
 * What an event leads to: the next state, and what has to be done about it, in this order.
 *
 * @param <S> the states of one engine
 */
public record Step<S extends ElectionState<S>>(S next, List<Effect> effects) {

    public Step {
        effects = List.copyOf(effects);
    }

    public static <S extends ElectionState<S>> Step<S> to(S next, Effect... effects) {
        return new Step<>(next, List.of(effects));
    }

    public static <S extends ElectionState<S>> Step<S> to(S next, List<Effect> effects) {
        return new Step<>(next, effects);
    }

    /**
     * The one gate through which an election changes its state.
     *
     * @throws IllegalStateException if the map of {@link Phase} has no such way: a bug of an engine
     */
    public static <S extends ElectionState<S>> Step<S> from(S state, ElectionEvent<S> event, Moment at) {
        Step<S> step = event.on(state, at);
        if (!state.phase().mayBecome(step.next().phase())) {
            throw new IllegalStateException("%s may not become %s on %s: from %s to %s"
                    .formatted(state.phase(), step.next().phase(), event, state, step.next()));
        }
        return step;
    }
}
