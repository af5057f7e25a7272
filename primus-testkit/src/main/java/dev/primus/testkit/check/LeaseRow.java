package dev.primus.testkit.check;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An election's row as one sees it who can look into the store.
 *
 * @param expires on the clock {@code stampedBy}, in microseconds; 0 once released
 * @param lease what the holder asked for, in microseconds
 * @param heirUntil on the clock {@code stampedBy}, in microseconds
 * @param guardedTerm the term row, which guarded transactions lock and compare
 */
public record LeaseRow(
        @Nullable NodeId holder,
        String nonce,
        long epoch,
        long renewals,
        long expires,
        long lease,
        String stampedBy,
        @Nullable NodeName heir,
        long heirUntil,
        @Nullable Instant since,
        long guardedTerm,
        @Nullable Pause pause) {

    public static final LeaseRow NEW = new LeaseRow(null, "", 0, 0, 0, 0, "", null, 0, null, 0, null);

    public LeaseRow paused(@Nullable Pause other) {
        return new LeaseRow(
                holder, nonce, epoch, renewals, expires, lease, stampedBy, heir, heirUntil, since, guardedTerm, other);
    }

    /** How long the heir has the first try; nothing if another clock stamped that, or this one before it was set back. */
    public long heirLeft(long now, String clock) {
        long left = heirUntil - now;
        return heir == null || !stampedBy.equals(clock) || left > lease ? 0 : left;
    }

    public boolean isLive(long now) {
        return holder != null && expires > now;
    }
}
