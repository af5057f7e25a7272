package dev.primus;

import dev.primus.core.ElectionName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One node's part in one election. Safe for use from any thread. What is chained to a returned future runs on a thread that
 * may block.
 */
public interface Election extends AutoCloseable {

    ElectionName name();

    /** Whether this node leads right now; as cheap and as exact as {@link Leadership#isHeld()}. */
    boolean isLeader();

    /** The term this node holds; empty if it leads not, or is in doubt about it. */
    Optional<Leadership> leadership();

    /**
     * Who leads as far as this node knows; on a standby it may be as old as a lease. Empty if there is no leader, or if the
     * leader is unknown, see {@link #leaderUnknownSince}. Never blocks.
     */
    Optional<Leader> leader();

    /**
     * When the store last answered, if this node does not know the leader: the store does not answer, and the lease that
     * this node last saw has ended. Empty if this node knows the leader, or knows that there is none. Never blocks.
     */
    Optional<Instant> leaderUnknownSince();

    /** Where this node stands. Never blocks; what it says may be over when it is read, as with {@link #leader()}. */
    Part part();

    /** The duties of this node in the order in which they are started. Never blocks. */
    List<DutyStatus> duties();

    /** Waits until this node leads; false if it does not within {@code most}. */
    boolean awaitLeadership(Duration most) throws InterruptedException;

    /** Gives leadership up, after the duties have stopped, and lets others have the first try. */
    CompletableFuture<Handover> resign();

    /**
     * A health check found this node unfit: gives leadership up, after the duties have stopped, with the reason
     * UNHEALTHY. Does not stand for election for {@code stayOut} from now, or from the end of the term if it leads.
     */
    CompletableFuture<Handover> demote(Duration stayOut);

    /**
     * Gives leadership up to a named node, which has the first try for a quarter of a lease; after that anybody may.
     * Fails with {@link IllegalArgumentException}, and changes nothing, if no such candidate is known to be alive or
     * the election is paused.
     */
    CompletableFuture<Handover> transferTo(String node);

    /** Takes no further part. If this node leads, its duties are stopped first. Waits until that is done, bounded. */
    @Override
    void close();
}
