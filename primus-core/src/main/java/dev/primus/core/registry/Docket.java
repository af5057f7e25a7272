package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.PauseMark;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of the claims to one election: the highest token anybody has told of, the terms that may be held and
 * until when they have been promised, those that have surely ended, who has the first try, and whether it is paused.
 *
 * <p>Knowledge only grows: two dockets are joined by taking everything of both, so the order in which members are heard,
 * and hearing one twice, makes no difference. The word of a term's owner that it has ended counts more than any promise.
 * Deciding something is another matter, and not done here. Never changed once made.
 */
final class Docket {

    /** By number; two sides of a partition may have issued the same one. */
    static final Comparator<Term> ORDER = Comparator.comparing(Term::token).thenComparing(Term::leader);

    /** More ended terms than can still be on their way to anybody. */
    private static final int MOST_OVER = 64;

    static final Docket EMPTY = of(0, Map.of(), Set.of(), null, null);

    private final long highest;
    private final SortedMap<Term, MonoTime> claims;
    private final SortedSet<Term> over;
    private final @Nullable Legacy legacy;
    private final @Nullable PauseMark pause;

    private Docket(
            long highest,
            SortedMap<Term, MonoTime> claims,
            SortedSet<Term> over,
            @Nullable Legacy legacy,
            @Nullable PauseMark pause) {
        this.highest = highest;
        this.claims = claims;
        this.over = over;
        this.legacy = legacy;
        this.pause = pause;
    }

    static Docket of(
            long highest,
            Map<Term, MonoTime> claims,
            Collection<Term> over,
            @Nullable Legacy legacy,
            @Nullable PauseMark pause) {
        SortedSet<Term> ended = new TreeSet<>(ORDER);
        ended.addAll(over);
        while (ended.size() > MOST_OVER) {
            ended.remove(ended.first());
        }
        SortedMap<Term, MonoTime> open = new TreeMap<>(ORDER);
        claims.forEach((term, until) -> {
            if (!ended.contains(term)) {
                open.put(term, until);
            }
        });
        return new Docket(highest, open, ended, legacy, pause);
    }

    long highest() {
        return highest;
    }

    SortedMap<Term, MonoTime> claims() {
        return Collections.unmodifiableSortedMap(claims);
    }

    SortedSet<Term> over() {
        return Collections.unmodifiableSortedSet(over);
    }

    @Nullable
    Legacy legacy() {
        return legacy;
    }

    @Nullable
    PauseMark pause() {
        return pause;
    }

    Docket join(Docket other) {
        return knows(other) ? this : joined(other);
    }

    /** Whether there is nothing new in the other one. */
    boolean knows(Docket other) {
        return other.highest <= highest
                && over.containsAll(other.over)
                && other.claims.entrySet().stream().allMatch(this::knows)
                && Objects.equals(legacy, Legacy.later(legacy, other.legacy))
                && Objects.equals(pause, PauseMark.later(pause, other.pause));
    }

    private boolean knows(Map.Entry<Term, MonoTime> claim) {
        MonoTime until = claims.get(claim.getKey());
        return until == null ? over.contains(claim.getKey()) : !until.isBefore(claim.getValue());
    }

    private Docket joined(Docket other) {
        SortedMap<Term, MonoTime> all = new TreeMap<>(ORDER);
        all.putAll(claims);
        other.claims.forEach((term, until) -> all.merge(term, until, MonoTime::later));
        SortedSet<Term> ended = new TreeSet<>(ORDER);
        ended.addAll(over);
        ended.addAll(other.over);
        return of(
                Math.max(highest, other.highest),
                all,
                ended,
                Legacy.later(legacy, other.legacy),
                PauseMark.later(pause, other.pause));
    }

    /** A term is held by somebody, and promised until then; all other claims have come to nothing. */
    Docket heldAlone(Term term, MonoTime until) {
        if (over.contains(term)) {
            return this;
        }
        SortedMap<Term, MonoTime> one = new TreeMap<>(ORDER);
        MonoTime before = claims.get(term);
        one.put(term, before == null ? until : MonoTime.later(before, until));
        return new Docket(Math.max(highest, term.token().value()), one, over, legacy, pause);
    }

    Docket ended(Collection<Term> terms) {
        if (over.containsAll(terms)) {
            return this;
        }
        long last = terms.stream().mapToLong(term -> term.token().value()).max().orElse(0);
        return joined(of(last, Map.of(), terms, null, null));
    }

    Docket bequeathed(Legacy left) {
        return new Docket(highest, claims, over, Legacy.later(legacy, left), pause);
    }

    Docket paused(PauseMark mark) {
        return new Docket(highest, claims, over, legacy, PauseMark.later(pause, mark));
    }

    /** A term number that is known to have been used, whoever used it. */
    Docket counted(long token) {
        return token <= highest ? this : new Docket(token, claims, over, legacy, pause);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Docket docket
                && highest == docket.highest
                && claims.equals(docket.claims)
                && over.equals(docket.over)
                && Objects.equals(legacy, docket.legacy)
                && Objects.equals(pause, docket.pause);
    }

    @Override
    public int hashCode() {
        return Objects.hash(highest, claims, over, legacy, pause);
    }

    @Override
    public String toString() {
        return "highest %d, claims %s, over %s, legacy %s, pause %s".formatted(highest, claims, over, legacy, pause);
    }
}
