package dev.primus.core.lease;

import dev.primus.core.FencingToken;
import dev.primus.core.LeaseTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.election.Effect;
import dev.primus.core.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a node has learned by looking, and how far it trusts it.
 *
 * <p>A lapsed lease may be bid for at once if one and the same clock stamped and judged it and that clock kept pace with
 * ours. Otherwise the row must stay unchanged for a full lease by our own clock. Then its holder has stopped, and the row
 * may be bid for even if the store's clock, which may be behind, still calls it live.
 *
 * @param highest the highest term ever seen; the store must never show less
 * @param unchangedSince when the row was first seen as it is
 * @param doubtful whether the store's clock cannot be trusted about the row as it is
 * @param abandoned whether a doubtful row stayed unchanged for so long that its holder has stopped
 * @param stale whether the store has not answered for so long that the row says nothing about who leads now
 * @param barredUntil until when nothing is bid for because the store went back; the origin if it did not
 */
record Outlook(
        @Nullable Sighting last,
        MonoTime lastSent,
        long highest,
        MonoTime unchangedSince,
        boolean doubtful,
        boolean abandoned,
        boolean stale,
        MonoTime barredUntil) {

    private static final MonoTime ORIGIN = new MonoTime(0);

    /** More lost terms than any crash explains: an operator has to raise the lineage. */
    private static final long CREDIBLE_LOSS = 1000;

    static Outlook unseen(long highest, MonoTime now) {
        return new Outlook(null, now, highest, ORIGIN, false, false, false, ORIGIN);
    }

    Outlook saw(Sighting seen, MonoTime sentAt, MonoTime receivedAt, LeaseTiming timing) {
        boolean same = last != null
                && last.epoch() == seen.epoch()
                && last.renewals() == seen.renewals()
                && last.lineage() == seen.lineage()
                && last.nonce().equals(seen.nonce());
        boolean doubt = seen.holder() != null
                && (clockJumped(seen, receivedAt, timing)
                        || !seen.readBy().equals(seen.stampedBy())
                        || wasSetBack(seen, timing)
                        || (same && doubtful));
        boolean wentBack = seen.epoch() < highest;
        MonoTime barred = !wentBack
                ? ORIGIN
                : barredUntil.equals(ORIGIN) ? receivedAt.plus(timing.lease()).plus(timing.margin()) : barredUntil;
        MonoTime since = same ? unchangedSince : receivedAt;
        boolean over = doubt && !receivedAt.isBefore(since.plus(timing.observation(seen.lease())));
        return new Outlook(seen, sentAt, Math.max(highest, seen.epoch()), since, doubt, over, false, barred);
    }

    /** No lease runs longer than it was made for, unless the clock that stamped it was set back since. */
    private static boolean wasSetBack(Sighting seen, LeaseTiming timing) {
        return seen.remaining().compareTo(seen.lease().plus(timing.margin())) > 0;
    }

    private boolean clockJumped(Sighting seen, MonoTime receivedAt, LeaseTiming timing) {
        if (last == null || !last.readBy().equals(seen.readBy())) {
            return false;
        }
        double most = receivedAt.nanosSince(lastSent) * (1 + timing.drift())
                + timing.margin().toNanos() / 2.0;
        return seen.readAt().nanosSince(last.readAt()) > most;
    }

    /** The store did not answer. Once the lease that was last seen has ended by our own clock, the leader is unknown. */
    Outlook unanswered(MonoTime now, LeaseTiming timing) {
        boolean over = leader() != null
                && !now.isBefore(lastSent.plus(
                        timing.observation(Objects.requireNonNull(last).lease())));
        return new Outlook(last, lastSent, highest, unchangedSince, doubtful, abandoned, stale || over, barredUntil);
    }

    /** When the store last answered, if the leader is unknown; else null. */
    @Nullable
    MonoTime unknownSince() {
        return last == null || stale ? lastSent : null;
    }

    /** Whether the row names a holder whose lease may still run. */
    boolean isHeld() {
        return last != null && last.isLive() && !abandoned;
    }

    /** When the holder of the row has stopped, whatever the store's clock says; never if that clock is relied on. */
    MonoTime stoppedBy(LeaseTiming timing) {
        return doubtful
                ? unchangedSince.plus(
                        timing.observation(Objects.requireNonNull(last).lease()))
                : MonoTime.NEVER;
    }

    /** From when on the lapsed or released row may be bid for. */
    MonoTime bidFrom(LeaseTiming timing) {
        Sighting row = Objects.requireNonNull(last);
        boolean watchIt = row.holder() != null && (doubtful || timing.strictClock());
        MonoTime watched = watchIt ? unchangedSince.plus(timing.observation(row.lease())) : ORIGIN;
        return isBeyondBelief() ? MonoTime.NEVER : MonoTime.later(watched, barredUntil);
    }

    /** What speaks against a bid now, in words for people; empty if nothing does. */
    String obstacle(LeaseTiming timing, MonoTime now) {
        if (last == null) {
            return "it has not seen the election's row yet";
        }
        if (last.pause() != null) {
            return "the election is " + last.pause();
        }
        if (isBeyondBelief()) {
            return "the store lost more terms than any crash explains: raise its lineage";
        }
        if (now.isBefore(barredUntil)) {
            return "the store went back behind a term it had shown; waiting until nobody can hold that any more";
        }
        return !(last.isLive() && !doubtful) && now.isBefore(bidFrom(timing))
                ? "the row is watched for a full lease by its own clock, since the store's is not relied on"
                : "";
    }

    private boolean isBeyondBelief() {
        return highest - floor() > CREDIBLE_LOSS;
    }

    private long floor() {
        Sighting row = Objects.requireNonNull(last);
        return Math.max(row.epoch(), FencingToken.floorOf(row.lineage()));
    }

    /** A number above every term this node, and the store by its own word, has ever seen. */
    FencingToken nextToken() {
        return LeaseContest.above(Math.max(floor(), highest));
    }

    /** The latest term the row has shown. */
    long epoch() {
        return Objects.requireNonNull(last).epoch();
    }

    @Nullable
    Term leader() {
        return last == null || abandoned || stale ? null : last.term();
    }

    @Nullable
    Pause pause() {
        return last == null ? null : last.pause();
    }

    /** What changed against a former outlook that others want to know. */
    List<Effect> newsSince(Outlook former) {
        List<Effect> news = new ArrayList<>(0);
        Term leader = leader();
        if (stale) {
            if (!former.stale) {
                news.add(new Effect.LeaderUnknown());
            }
        } else if (last != null && (former.stale || !Objects.equals(leader, former.leader()))) {
            news.add(
                    leader == null
                            ? new Effect.Vacant(last.holder() != null)
                            : new Effect.Follow(leader, last.since()));
        }
        if (!Objects.equals(pause(), former.pause())) {
            news.add(new Effect.Paused(pause()));
        }
        if (barredUntil.compareTo(former.barredUntil) > 0) {
            news.add(new Effect.Alarm(
                    Effect.Alarm.Kind.STORE_WENT_BACK,
                    "term %d seen after term %d"
                            .formatted(Objects.requireNonNull(last).epoch(), highest)));
        }
        if (doubtful && !former.doubtful) {
            news.add(new Effect.Alarm(
                    Effect.Alarm.Kind.CLOCK_DISTRUSTED,
                    "the store's clock jumped or changed; the row is watched for a full lease instead"));
        }
        return news;
    }
}
