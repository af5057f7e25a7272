package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import java.time.Duration;

/**
 * The handle of one term. Safe for use from any thread.
 *
 * <p>{@link #isHeld()} says what is true at the moment of the call and does not cover an action that ends later: a pause
 * between check and act can be of any length. Hand {@link #token()} to every write and let the resource refuse lower
 * ones; that is what protects data from a leader that was replaced without knowing it.
 */
public interface Leadership {

    /** What can be said about a term at one moment. */
    enum State {
        /** Leads. */
        HELD,
        /** A pause made it doubtful; becomes HELD again if the next renewal confirms it. */
        SUSPECT,
        /** Over for good. */
        ENDED
    }

    ElectionName election();

    Term term();

    /** The fencing token: higher than that of every earlier term of this election. */
    default long token() {
        return term().token().value();
    }

    /**
     * Whether this term is held right now, by the monotonic clock at the moment of the call. Local, some nanoseconds,
     * never blocks, never true past the deadline that the store's last confirmation gave.
     */
    boolean isHeld();

    State state();

    /** The monotonic clock that this term is judged by; duties that measure time by it also run in virtual time. */
    long nanos();

    /** How long this term would still be held if no renewal succeeded; zero if it is not held. */
    Duration remaining();

    /**
     * Returns if held.
     *
     * @throws NotLeadingException if not
     */
    default void require() {
        if (!isHeld()) {
            throw new NotLeadingException(election(), term(), state());
        }
    }

    /**
     * Waits, for duties that work in rounds: {@code while (leadership.sleep(period)) …}.
     *
     * <p>If the term is in doubt after that time, waits on until it is held again or has ended: a doubt alone must not end
     * a duty.
     *
     * @return whether the term is held; false at once if it has ended
     * @throws InterruptedException if the duty is told to stop meanwhile
     */
    boolean sleep(Duration span) throws InterruptedException;
}
