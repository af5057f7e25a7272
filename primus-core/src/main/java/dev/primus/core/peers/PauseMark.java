package dev.primus.core.peers;

import dev.primus.core.Pause;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An operator's latest word on whether an election may change hands.
 *
 * @param pause null if it may again
 * @param stamp the wall clock of the member that was told, in milliseconds: the later word counts
 */
public record PauseMark(@Nullable Pause pause, long stamp) {
    private static final Comparator<PauseMark> LATER =
            Comparator.comparingLong(PauseMark::stamp).thenComparing(mark -> String.valueOf(mark.pause));

    public static @Nullable PauseMark later(@Nullable PauseMark a, @Nullable PauseMark b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return LATER.compare(a, b) >= 0 ? a : b;
    }
}
