package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member remembers of its former lives. Who remembers nothing at all may have lost its memory, and is as careful as
 * one that has promised everything.
 */
public final class Past {
    private final Map<ElectionName, Mark> marks = new HashMap<>();

    public Past(List<Mark> kept) {
        kept.forEach(mark -> marks.merge(mark.election(), mark, Mark::merged));
    }

    @Nullable
    public Mark of(ElectionName election) {
        return marks.get(election);
    }

    /** The elections in which a former life has promised something. */
    public Set<ElectionName> elections() {
        return Collections.unmodifiableSet(marks.keySet());
    }

    public boolean isUnknown() {
        return marks.isEmpty();
    }

    /** How long after its start a promise of a former life may bind, given by the times of that life or of this. */
    public Duration binds(ElectionName election, Duration silence) {
        Mark mark = marks.get(election);
        return mark == null || mark.span().compareTo(silence) < 0 ? silence : mark.span();
    }
}
