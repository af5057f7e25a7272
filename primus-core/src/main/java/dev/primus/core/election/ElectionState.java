package dev.primus.core.election;

import dev.primus.core.MonoTime;

/**
 * One state of one election on one node: it answers every event with a {@link Step} and carries only its own data.
 * These are the events that all engines share; each engine adds its own.
 *
 * @param <S> the states of one engine
 */
public interface ElectionState<S extends ElectionState<S>> {

    Phase phase();

    /** What keeps this node from leading just now, in words for people; empty if it leads or soon will try. */
    default String obstacle(MonoTime now) {
        return "";
    }

    /** When this state next wants {@link #woken}; {@link MonoTime#NEVER} if only events can move it. */
    MonoTime wakeAt();

    /** From when on it is content to be woken, so that the looks of many elections can travel together. */
    default MonoTime wakeFrom() {
        return wakeAt();
    }

    /** The time this state asked for has come. */
    Step<S> woken(Moment at);

    /** The process's renewal beat: all that is held is confirmed together. */
    Step<S> beat(Moment at);

    /**
     * The election may have become free.
     *
     * @param byName whether the hint was about this very election, not about all of them
     */
    Step<S> hinted(boolean byName, Moment at);

    /** This process, or the machine under it, stood still for longer than can be trusted. */
    Step<S> suspected(Moment at);

    /** The user, or the runtime for him, wants leadership or the whole candidacy to end. */
    Step<S> asked(Wish wish, Moment at);

    /** The duties of a term are over. */
    Step<S> dutiesStopped(DutiesStopped proof, Moment at);
}
