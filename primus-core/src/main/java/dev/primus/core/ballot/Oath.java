package dev.primus.core.ballot;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Stance;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member has sworn in one election. That there is one leader at a time rests on this alone:
 *
 * <ul>
 *   <li>it votes once in a term, and never in a term below one that it voted in or followed;
 *   <li>while it follows a leader it votes for nobody else, and follows nobody else;
 *   <li>what it swears is on its disk before anybody is told;
 *   <li>in a new life it is silent until what it may have sworn in its last one has run out;
 *   <li>if others know of more than its disk does, it swears nothing any more.
 * </ul>
 */
final class Oath {
    /** More ended terms than can still be on their way to anybody. */
    private static final int MOST_OVER = 64;

    private final Duration spell;
    private final MonoTime silentUntil;
    private final @Nullable Term former;
    private final Set<Term> over = new LinkedHashSet<>();
    private @Nullable Term sworn;
    private @Nullable Term kept;
    private @Nullable Term cast;
    private MonoTime votedUntil = new MonoTime(0);
    private @Nullable Term followed;
    private MonoTime followsUntil = new MonoTime(0);
    private long start;
    private long floor;
    private @Nullable Lapse lapse;

    /**
     * @param spell for how long a vote or a heartbeat binds
     * @param former what it swore last in its former life; null if nothing
     * @param silentUntil until when that may bind it
     */
    Oath(Duration spell, @Nullable Term former, MonoTime silentUntil) {
        this.spell = spell;
        this.former = former;
        this.sworn = former;
        this.kept = former;
        this.silentUntil = silentUntil;
    }

    // ---- what it would say -----------------------------------------------------------------------------------------

    /** To one who would stand. */
    Stance toCandidate(NodeId candidate, MonoTime now) {
        if (isSilent(now)) {
            return Stance.NOT_YET;
        }
        return now.isBefore(freeAt(candidate)) ? Stance.BOUND : Stance.AGREED;
    }

    /** To one who may be voted for. */
    Stance toVote(Term term, MonoTime now) {
        Stance stance = toCandidate(term.leader(), now);
        boolean fresh = term.token().value() > heeded() && !over.contains(term);
        return stance == Stance.AGREED && !fresh ? Stance.LATER : stance;
    }

    /** To one who leads, or has won and will; a vote for somebody else does not stand against who won nevertheless. */
    Stance toLeader(Term term, MonoTime now) {
        long number = term.token().value();
        if (over.contains(term) || number < heeded() || isAnothers(term)) {
            return Stance.LATER;
        }
        if (isSilent(now)) {
            return term.equals(former) && lapse == null ? Stance.AGREED : Stance.NOT_YET;
        }
        boolean bound = isOthers(followed, term.leader()) && now.isBefore(followsUntil);
        return bound ? Stance.BOUND : Stance.AGREED;
    }

    /** Whether another is followed in the same term, which cannot be where a majority votes. */
    private boolean isAnothers(Term term) {
        return followed != null && followed.token().equals(term.token()) && !followed.equals(term);
    }

    boolean isSilent(MonoTime now) {
        return lapse != null || now.isBefore(silentUntil());
    }

    /** What its former life swore last may be over by now. */
    MonoTime silentUntil() {
        return former != null && over.contains(former) ? new MonoTime(0) : silentUntil;
    }

    // ---- what it swears --------------------------------------------------------------------------------------------

    void votes(Term term, MonoTime now) {
        sworn = term;
        votedUntil = now.plus(spell);
    }

    void follows(Term term, MonoTime now) {
        sworn = term;
        followed = term;
        followsUntil = now.plus(spell);
    }

    /** A term is over by the word of its owner, and binds nobody any more: that very term, no other of the same owner. */
    void isOver(Term term) {
        over.add(term);
        if (over.size() > MOST_OVER) {
            over.remove(over.iterator().next());
        }
    }

    /** Its first term is above this number. */
    void startsAbove(long number) {
        start = number;
        floor = number;
    }

    /** Whether others have told it of more than it remembers. */
    boolean isReminded() {
        return floor > start;
    }

    /** It has sworn to that number in a life of which nothing is left, as others tell. */
    void forgot(long number) {
        floor = Math.max(floor, number);
    }

    /** What it remembers is not what it has sworn: from now on it swears nothing. */
    void lapses(Lapse found) {
        lapse = found;
    }

    /** Null if it remembers all that it has sworn, as far as anybody has told it. */
    @Nullable
    Lapse lapse() {
        return lapse;
    }

    /** Whether what it swore may be told, or told again; it may have heard since that it had sworn more. */
    boolean mayTellOf(Term term) {
        return lapse == null && term.token().value() >= floor;
    }

    /** This is on the disk now. */
    void kept(Term term) {
        if (kept == null || kept.token().compareTo(term.token()) <= 0) {
            kept = term;
        }
    }

    /** This vote was told to others, and may be told again; a leader that is followed was not thereby voted for. */
    void isCast(Term vote) {
        cast = vote;
    }

    /** The vote that was told to others and still stands. Not once another was followed, or it is over: then it is of no use. */
    @Nullable
    Term cast() {
        if (cast == null || !mayTellOf(cast)) {
            return null;
        }
        return cast.equals(sworn) && !over.contains(cast) ? cast : null;
    }

    boolean isKept(Term term) {
        return term.equals(kept);
    }

    // ---- what it knows ---------------------------------------------------------------------------------------------

    /** The vote that was cast, or the leader that was followed, last. */
    @Nullable
    Term sworn() {
        return sworn;
    }

    /** The highest number that was voted in or followed, in whichever life. */
    long heeded() {
        return Math.max(floor, sworn == null ? 0 : sworn.token().value());
    }

    /** The number that a term must have to be followed here; two may have come to the same one where no majority votes. */
    long heeded(Term asked) {
        return isAnothers(asked) ? asked.token().value() + 1 : heeded();
    }

    /** Whoever was followed last, whether or not it still is. */
    @Nullable
    Term followed() {
        return followed;
    }

    MonoTime votedUntil() {
        return votedUntil;
    }

    /** As long as the last leader that was followed could count on it, also if its term is over. */
    MonoTime swornToFollowUntil() {
        return followsUntil;
    }

    MonoTime followsUntil() {
        return followed == null || over.contains(followed) ? new MonoTime(0) : followsUntil;
    }

    /** Whoever is followed now. */
    @Nullable
    Term leader(MonoTime now) {
        return now.isBefore(followsUntil()) ? followed : null;
    }

    /** From when on nothing it has sworn to another stands against this candidate. */
    MonoTime freeAt(NodeId candidate) {
        MonoTime origin = new MonoTime(0);
        MonoTime free = isOthers(followed, candidate) ? followsUntil : origin;
        return isOthers(sworn, candidate) ? MonoTime.later(free, votedUntil) : free;
    }

    private boolean isOthers(@Nullable Term term, NodeId candidate) {
        return term != null && !term.leader().equals(candidate) && !over.contains(term);
    }

    Set<Term> over() {
        return Collections.unmodifiableSet(over);
    }
}
