package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.Term;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which members decide, one by one. They are apart from what carries them out, so that each can be broken
 * on purpose, to see whether somebody would notice.
 */
public class Rulings {
    private static final int MOST_DOUBLINGS = 3;

    /** From when on a registrar grants: on a view that lasts, and not before a new member has met the others. */
    protected MonoTime opensAt(MonoTime viewed, boolean lostSomebody, MonoTime settled, RegistryTiming timing) {
        MonoTime stable = lostSomebody ? viewed.plus(timing.stableAfter()) : viewed;
        return MonoTime.later(stable, settled);
    }

    /**
     * Whether a registrar knows enough to grant. Where promises carry safety, a quorum does once the others have had their
     * time: a term that is held was promised by a quorum, so one of those that answered knows its number. Where views
     * decide, everybody must have answered.
     *
     * @param silent how many members of the view have not answered
     * @param voters how many of the voters have
     * @param late whether the time to answer is over
     */
    protected boolean hasHeardEnough(int silent, int voters, boolean late, Quorum quorum) {
        boolean quorumAnswered = quorum.isByPromise() && voters + quorum.rows() >= quorum.needed();
        return silent == 0 || late && quorumAnswered;
    }

    /** Until when a new member waits for the others. */
    protected MonoTime settled(MonoTime startedAt, boolean complete, MonoTime now, RegistryTiming timing) {
        return complete ? now : startedAt.plus(timing.settle());
    }

    /**
     * When a claim no longer keeps others out. A promise binds to its end, and who vanished may come back for a while;
     * where no promise binds, the view decides alone. Missed is who is not in view any more, or has let its promises lapse.
     *
     * @param missed since when its owner has not been in view; null if it is
     */
    protected MonoTime givesWayAt(MonoTime until, @Nullable MonoTime missed, Quorum quorum, RegistryTiming timing) {
        if (missed == null) {
            return until;
        }
        MonoTime patient = MonoTime.earlier(missed, until).plus(timing.takeoverDelay());
        return quorum.isByPromise() ? MonoTime.later(until, patient) : MonoTime.earlier(until, patient);
    }

    /** The number of a new term: above all that are known and, where no quorum knows them all, above the time too. */
    protected long nextToken(long highest, Quorum quorum, long wallMillis) {
        long next = highest + 1;
        return quorum.isByPromise() ? next : Math.max(next, wallMillis);
    }

    /** Whether a term may not begin any more: its registrar's word is good in its own view only. */
    protected boolean isTooLate(ViewId granted, ViewId present) {
        return !granted.equals(present);
    }

    /** Only its owner can say that a term is over: this very life of it, not a former or a later one. */
    protected boolean mayEnd(NodeId from, Term term) {
        return term.leader().equals(from);
    }

    /** Whether so many voices make a term. */
    protected boolean isCarried(int voices, Quorum quorum, int others) {
        return quorum.isByPromise() ? voices >= quorum.needed() : voices > Math.min(1, others);
    }

    /** How long a member that has promised a term follows nobody else: not a moment less than its leader counts on. */
    protected Duration promiseLasts(RegistryTiming timing) {
        return timing.lease().lease();
    }

    /**
     * How long a member that was refused a term, or found too few to promise it, leaves it to others: twice as long after
     * each failure, within a bound.
     *
     * @param failures in a row, this one included
     */
    protected Duration restAfterFailure(RegistryTiming timing, int failures) {
        return timing.stableAfter().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    }

    /** Whether what a member may have promised in a former life keeps it from promising anything new. */
    protected boolean isBound(MonoTime boundUntil, MonoTime now) {
        return now.isBefore(boundUntil);
    }

    /** Whether a leader is known to be there, though it was promised nothing: who has just begun must not outbid it. */
    protected boolean isWorthHeeding(RegistryMessage.Stance stance, Quorum quorum) {
        return quorum.isByPromise() && stance == RegistryMessage.Stance.NOT_YET;
    }

    /** Whether these claims of members that have met can go on as they are. */
    protected boolean canGoOn(List<Term> claims, long highest) {
        return claims.size() == 1 && claims.get(0).token().value() >= highest;
    }

    /** Whether somebody else's claim stands before a new term. */
    protected boolean isBlocked(Collection<MonoTime> othersGiveWay, MonoTime now) {
        return othersGiveWay.stream().anyMatch(now::isBefore);
    }

    /** Who goes on. */
    protected Term chosen(List<Term> claims, Resolver resolver) {
        return resolver.choose(claims);
    }
}
