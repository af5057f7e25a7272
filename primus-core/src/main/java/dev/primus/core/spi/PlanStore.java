package dev.primus.core.spi;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.util.Collection;
import java.util.List;

/**
 * Where a coordinator reads who is there and writes what each is to do. It has a fence of its own, so that the token of any
 * engine will do: whoever has been there with a later term, all earlier ones are refused. A verb that fails with a {@link
 * StoreException} may have been carried out or not.
 */
public interface PlanStore extends AutoCloseable {

    /** Closes the plan to earlier terms, and then reads it: so nothing of theirs can come after what is read. */
    Mustered muster(Term term) throws StoreException;

    /** All workers, also those that are dead or gone and whose orders are still there. */
    List<Attendance> attendance() throws StoreException;

    /** What work there is. */
    Catalogue catalogue() throws StoreException;

    /** The number of the last change to the {@link #catalogue()}. */
    long catalogueVersion() throws StoreException;

    /**
     * Declares those dead of these whose lease has ended by the store's clock at that very moment. After that no check-in of
     * theirs succeeds.
     *
     * @return those who are dead now
     */
    List<NodeId> bury(List<NodeId> silent) throws StoreException;

    /**
     * Writes the next revision of the plan: all of it, or nothing.
     *
     * @param after the revision that it is based on
     * @param changed orders that are new or others than before, each with the next revision
     * @param struck whose orders are gone, since they hold nothing any more
     * @return false, and nothing was changed, if a later term was there or the plan has another revision
     */
    boolean command(Term term, long after, Collection<Orders> changed, Collection<NodeId> struck) throws StoreException;

    @Override
    void close();

    /**
     * @param refused whether a later term was there already; then nothing else counts
     * @param revision of the plan
     * @param orders of all workers
     */
    record Mustered(boolean refused, long revision, List<Orders> orders) {
        public Mustered {
            orders = List.copyOf(orders);
        }
    }
}
