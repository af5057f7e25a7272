package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import java.util.List;
import java.util.function.Consumer;

/**
 * The arbiter of the lease engine: one row per election, decided by the store's own clock.
 *
 * <p>Each verb takes a list and gives one {@link Answer} for each element, in the same order; the elections of one call
 * are distinct. No verb throws: what went wrong is an answer of {@link Verdict#UNKNOWN}. A verb may block up to the
 * session's I/O timeout. {@code renew} is called from one thread and the other verbs from another, so a slow look never
 * delays a renewal.
 *
 * <p>What every implementation must hold is in the contract suite of the test kit.
 */
public interface LeaseStore extends AutoCloseable {

    /**
     * Makes rows for elections that have none, without touching any that exist, and records our part in them. Whoever
     * comes in is shown the row, as by a look.
     */
    List<Answer> enroll(List<Enrolment> enrolments);

    /** Reads without changing anything about an election; NO = there is no such row. Also shows that we are alive. */
    List<Answer> look(List<ElectionName> elections);

    /** Takes over what is free, by compare-and-set; YES = won, and the answer came after the commit. */
    List<Answer> acquire(List<Bid> bids);

    /** Extends what is ours and has not lapsed; NO = it is lost. One locked row never costs another its renewal. */
    List<Answer> renew(List<Hold> holds);

    /** Gives back what is ours; NO = it was not ours any more. Never lowers an epoch, never deletes a row. */
    List<Answer> release(List<Parting> partings);

    /**
     * Calls {@code hints} when an election may have become free. Hints may be lost, late, doubled or wrong: they only
     * say when a look is worth while. A store that cannot push (now) says so by {@link Hint#NO_CHANNEL}.
     */
    void listen(Consumer<Hint> hints);

    /** Ends the session. Does not release anything. May be called twice. */
    @Override
    void close();
}
