package dev.primus.core.peers;

import dev.primus.core.Pause;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An operator's latest word on whether an election may change hands.
 *
 * @param pause null if it may again
 * @param stamp orders marks, the highest one counts: the wall clock of the member that was told, in milliseconds, or one
 *     above the mark that it replaces
 */
public record PauseMark(@Nullable Pause pause, long stamp) {
    private static final Comparator<PauseMark> LATER =
            Comparator.comparingLong(PauseMark::stamp).thenComparing(mark -> String.valueOf(mark.pause));

    /**
     * A mark that counts more than the known one, even if the clock that stamped that was ahead of this one.
     *
     * @param wallMillis this member's wall clock
     */
    public static PauseMark after(@Nullable PauseMark known, @Nullable Pause pause, long wallMillis) {
        if (known == null) {
            return new PauseMark(pause, wallMillis);
        }
        long next = known.stamp == Long.MAX_VALUE ? known.stamp : known.stamp + 1;
        return new PauseMark(pause, Math.max(wallMillis, next));
    }

    public static @Nullable PauseMark later(@Nullable PauseMark a, @Nullable PauseMark b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return LATER.compare(a, b) >= 0 ? a : b;
    }
}
