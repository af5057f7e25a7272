package dev.primus.core.election;

/** A question an engine asks of its arbiter: an effect like any other, answered by an event of that engine. */
public interface EngineRequest extends Effect {
    @Override
    default void by(Hands hands) {
        hands.request(this);
    }
}
