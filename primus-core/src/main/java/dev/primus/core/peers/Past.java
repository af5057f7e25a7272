package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.Collection;
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
    private final boolean unknown;
    private long floor;

    public Past(List<Mark> kept) {
        this(kept, 0);
    }

    /** @param floor no term above it was promised in an election of which there is no mark */
    public Past(List<Mark> kept, long floor) {
        kept.forEach(mark -> marks.merge(mark.election(), mark, Mark::merged));
        this.floor = floor;
        this.unknown = marks.isEmpty() && floor == 0;
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
        return unknown;
    }

    /** How long after its start a promise of a former life may bind, given by the times of that life or of this. */
    public Duration binds(ElectionName election, Duration silence) {
        Mark mark = marks.get(election);
        return mark == null || mark.span().compareTo(silence) < 0 ? silence : mark.span();
    }

    /** How long after its start any promise of a former life may bind. */
    Duration longest(Duration silence) {
        return marks.values().stream().map(Mark::span).reduce(silence, (a, b) -> a.compareTo(b) > 0 ? a : b);
    }

    /** The term above which this member promises terms of an election that it has no mark of. */
    public long floor() {
        return floor;
    }

    void raiseFloor(long term) {
        floor = Math.max(floor, term);
    }

    public Collection<Mark> marks() {
        return Collections.unmodifiableCollection(marks.values());
    }

    /** @return what was remembered; null if nothing */
    @Nullable
    Mark forget(ElectionName election) {
        return marks.remove(election);
    }
}
