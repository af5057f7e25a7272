package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An election's row as one read showed it, judged by the store's clock.
 *
 * @param holder who the row names, live or lapsed; null once released or before the first term
 * @param epoch the token of the latest term; 0 before the first
 * @param renewals counts the renewals of that term; {@link #RELEASED} once it was given back
 * @param nonce the try that won that term; empty once released
 * @param remaining how long the lease still runs; zero or negative once lapsed or released
 * @param lease the length the holder asked for
 * @param readAt the store's clock at this read
 * @param readBy which clock that was
 * @param stampedBy which clock wrote the expiry; another one than {@code readBy} cannot be trusted to judge it
 * @param heir to whom the last holder handed over; null if to nobody
 * @param heirRemaining how long the heir has the first try; without an heir, how long nobody may try
 * @param lineage the store's lineage, see {@link dev.primus.core.FencingToken}
 * @param since when the term began, for display only
 * @param pause why nobody may take over; null if anybody may
 */
public record Sighting(
        ElectionName election,
        @Nullable NodeId holder,
        long epoch,
        long renewals,
        String nonce,
        Duration remaining,
        Duration lease,
        StoreTime readAt,
        String readBy,
        String stampedBy,
        @Nullable NodeName heir,
        Duration heirRemaining,
        int lineage,
        @Nullable Instant since,
        @Nullable Pause pause) {

    /** No count of renewals: the term was given back. So a bid can be made on the condition that it was. */
    public static final long RELEASED = -1;

    /** Somebody holds the election and the lease still runs. */
    public boolean isLive() {
        return holder != null && remaining.compareTo(Duration.ZERO) > 0;
    }

    /** The term that is running; null if nobody leads. */
    public @Nullable Term term() {
        return holder != null && epoch > 0 && isLive() ? Term.of(holder, epoch) : null;
    }

    /** No pause and no heir stands before this node. */
    public boolean isOpenTo(NodeName node) {
        boolean reserved = heirRemaining.compareTo(Duration.ZERO) > 0;
        return pause == null && (!reserved || node.equals(heir));
    }
}
