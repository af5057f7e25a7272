package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of the claims to one election. Knowledge only grows: two dockets are joined by taking everything of
 * both, so the order in which members are heard, and hearing one twice, makes no difference. Deciding something is
 * another matter, and not done here.
 *
 * @param highest the highest token anybody has told of
 * @param claims the terms that may be held, and until when they have been promised
 * @param over the terms that have surely ended; the word of their owner counts more than any promise
 * @param legacy who has the first try; null if nobody
 * @param pause whether an operator has paused the election; null if that was never said
 */
record Docket(
        long highest,
        SortedMap<Term, MonoTime> claims,
        SortedSet<Term> over,
        @Nullable Legacy legacy,
        @Nullable PauseMark pause) {

    /** By number; two sides of a partition may have issued the same one. */
    static final Comparator<Term> ORDER = Comparator.comparing(Term::token).thenComparing(Term::leader);

    /** More ended terms than can still be on their way to anybody. */
    private static final int MOST_OVER = 64;

    static final Docket EMPTY = new Docket(0, new TreeMap<>(ORDER), new TreeSet<>(ORDER), null, null);

    Docket {
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
        claims = Collections.unmodifiableSortedMap(open);
        over = Collections.unmodifiableSortedSet(ended);
    }

    Docket join(Docket other) {
        SortedMap<Term, MonoTime> all = new TreeMap<>(ORDER);
        all.putAll(claims);
        other.claims.forEach((term, until) -> all.merge(term, until, MonoTime::later));
        SortedSet<Term> ended = new TreeSet<>(ORDER);
        ended.addAll(over);
        ended.addAll(other.over);
        return new Docket(
                Math.max(highest, other.highest),
                all,
                ended,
                Legacy.later(legacy, other.legacy),
                PauseMark.later(pause, other.pause));
    }

    Docket claimed(Term term, MonoTime until) {
        SortedMap<Term, MonoTime> one = new TreeMap<>(ORDER);
        one.put(term, until);
        return join(new Docket(term.token().value(), one, new TreeSet<>(ORDER), null, null));
    }

    Docket ended(Term term) {
        SortedSet<Term> one = new TreeSet<>(ORDER);
        one.add(term);
        return join(new Docket(term.token().value(), new TreeMap<>(ORDER), one, null, null));
    }

    Docket bequeathed(Legacy left) {
        return join(new Docket(0, new TreeMap<>(ORDER), new TreeSet<>(ORDER), left, null));
    }

    Docket paused(PauseMark mark) {
        return join(new Docket(0, new TreeMap<>(ORDER), new TreeSet<>(ORDER), null, mark));
    }

    /** A term number that is known to have been used, whoever used it. */
    Docket counted(long token) {
        return token <= highest ? this : new Docket(token, claims, over, legacy, pause);
    }

    /** Forgets claims that nobody can hold any more; what is known of their numbers stays. */
    Docket without(Iterable<Term> lapsed) {
        SortedMap<Term, MonoTime> left = new TreeMap<>(claims);
        lapsed.forEach(left::remove);
        return new Docket(highest, left, over, legacy, pause);
    }
}
