package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The highest term a member has ever promised to respect in an election.
 *
 * @param span how long a promise of that life may bind its next one, whatever times that goes by
 * @param suffrage by whom it counts; null if voters are not named
 */
public record Mark(
        ElectionName election,
        Term term,
        Duration span,
        @Nullable Suffrage suffrage) {

    public Mark(ElectionName election, Term term, Duration span) {
        this(election, term, span, null);
    }

    /** All that is known by both, of one election: neither the term nor who votes ever falls back. */
    public static Mark merged(Mark former, Mark next) {
        Mark higher = former.term().token().compareTo(next.term().token()) > 0 ? former : next;
        return new Mark(higher.election, higher.term, higher.span, Suffrage.later(former.suffrage, next.suffrage));
    }
}
