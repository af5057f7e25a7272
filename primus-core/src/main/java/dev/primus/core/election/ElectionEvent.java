package dev.primus.core.election;

/**
 * Something that happened to an election. Implementations are records, so that a trace can show them.
 *
 * @param <S> the states it can happen to
 */
public interface ElectionEvent<S extends ElectionState<S>> {
    Step<S> on(S state, Moment at);
}
