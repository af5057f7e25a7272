package dev.primus.core.lease;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A lease row for stories, told in a sentence: {@code Row.heldBy(OTHER, 7).lasting(ofSeconds(4))}. */
record Row(
        @Nullable NodeId holder,
        long epoch,
        long renewals,
        String nonce,
        Duration remaining,
        Duration lease,
        String readBy,
        String stampedBy,
        @Nullable NodeName heir,
        Duration heirRemaining,
        int lineage,
        @Nullable Pause pause) {

    static final Instant SINCE = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    /** Nobody has ever held it. */
    static Row untouched() {
        return released(0);
    }

    /** Its latest term was given back. */
    static Row released(long epoch) {
        return new Row(null, epoch, 0, "", Duration.ZERO, TEN_SECONDS, "db-1", "db-1", null, Duration.ZERO, 0, null);
    }

    /** Somebody's, for a full lease. */
    static Row heldBy(NodeId holder, long epoch) {
        return new Row(
                holder,
                epoch,
                0,
                holder.incarnation() + "-" + epoch,
                TEN_SECONDS,
                TEN_SECONDS,
                "db-1",
                "db-1",
                null,
                Duration.ZERO,
                0,
                null);
    }

    /** Won by this very bid. */
    static Row wonBy(Bid bid) {
        return heldBy(LeaseScript.SELF, bid.token().value()).nonce(bid.nonce());
    }

    static Row lapsed(NodeId holder, long epoch) {
        return heldBy(holder, epoch).lasting(Duration.ofMillis(-1));
    }

    Row lasting(Duration other) {
        return new Row(
                holder, epoch, renewals, nonce, other, lease, readBy, stampedBy, heir, heirRemaining, lineage, pause);
    }

    Row renewed(long other) {
        return new Row(
                holder, epoch, other, nonce, remaining, lease, readBy, stampedBy, heir, heirRemaining, lineage, pause);
    }

    Row nonce(String other) {
        return new Row(
                holder,
                epoch,
                renewals,
                other,
                remaining,
                lease,
                readBy,
                stampedBy,
                heir,
                heirRemaining,
                lineage,
                pause);
    }

    Row withLease(Duration other) {
        return new Row(
                holder,
                epoch,
                renewals,
                nonce,
                remaining,
                other,
                readBy,
                stampedBy,
                heir,
                heirRemaining,
                lineage,
                pause);
    }

    Row readBy(String other) {
        return new Row(
                holder,
                epoch,
                renewals,
                nonce,
                remaining,
                lease,
                other,
                stampedBy,
                heir,
                heirRemaining,
                lineage,
                pause);
    }

    Row stampedBy(String other) {
        return new Row(
                holder, epoch, renewals, nonce, remaining, lease, readBy, other, heir, heirRemaining, lineage, pause);
    }

    Row heir(String name, Duration firstTry) {
        return new Row(
                holder,
                epoch,
                renewals,
                nonce,
                remaining,
                lease,
                readBy,
                stampedBy,
                new NodeName(name),
                firstTry,
                lineage,
                pause);
    }

    Row lineage(int other) {
        return new Row(
                holder, epoch, renewals, nonce, remaining, lease, readBy, stampedBy, heir, heirRemaining, other, pause);
    }

    Row paused() {
        return new Row(
                holder,
                epoch,
                renewals,
                nonce,
                remaining,
                lease,
                readBy,
                stampedBy,
                heir,
                heirRemaining,
                lineage,
                new Pause("ops", "migration", SINCE));
    }

    Sighting seenAt(StoreTime readAt) {
        return new Sighting(
                LeaseScript.ELECTION,
                holder,
                epoch,
                renewals,
                nonce,
                remaining,
                lease,
                readAt,
                readBy,
                stampedBy,
                heir,
                heirRemaining,
                lineage,
                SINCE,
                pause);
    }
}
