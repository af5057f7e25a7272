package dev.primus.core.spi;

import dev.primus.core.NodeId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where workers say that they are there, and learn what they are to do. Leases run by the store's clock and are judged by the
 * statement that changes them. A verb that fails with a {@link StoreException} may have been carried out or not.
 */
public interface WorkerStore extends AutoCloseable {

    /**
     * A new life of a worker begins, unless a former life of the same name still has a lease; that one ends with this, should
     * its lease have run out.
     *
     * @param lease how long it may be silent
     */
    Enlistment enlist(WorkerCard card, Duration lease) throws StoreException;

    /** Renews the lease, puts on record how far the worker is, and brings its orders if they are new to it. */
    CheckIn checkIn(NodeId worker, Progress progress) throws StoreException;

    /** Brings its orders if they are new to it, and renews nothing. */
    CheckIn look(NodeId worker, long seen) throws StoreException;

    /** The worker is about to leave: it is to get nothing more, and to give away all it has. */
    void drain(NodeId worker) throws StoreException;

    /** The worker leaves and holds nothing: what it had can be given away at once. */
    void signOff(NodeId worker) throws StoreException;

    /**
     * Has {@code news} called whenever there may be other orders, for any worker, sooner than the next look would find them.
     * Only where the store can push, and a call may be lost: so it spares waiting, and no look. It is called by a thread of
     * the store's, which must not be held up.
     */
    default void onNews(Runnable news) {}

    @Override
    void close();

    /**
     * @param busy how long the name is still taken; zero if the worker has begun, or if that very life is over already: then
     *     only a new incarnation can begin
     */
    record Enlistment(boolean begun, Duration busy) {}

    /**
     * @param alive whether it has a lease; once false, that life is over
     * @param draining whether it is to give away all it has
     * @param revision of the cluster's plan: one that has changed may soon mean something for this worker too
     * @param orders null if there are none that are new to it
     */
    record CheckIn(
            boolean alive,
            boolean draining,
            long revision,
            @Nullable Orders orders) {}
}
