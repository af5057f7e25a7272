package dev.primus.core.peers;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Who has the first try after a term.
 *
 * @param after the token of that term: a legacy counts only until there is a later one
 * @param until by the clock of the member that keeps it
 */
public record Legacy(long after, NodeName heir, MonoTime until) {
    private static final Comparator<Legacy> LATER =
            Comparator.comparingLong(Legacy::after).thenComparing(Legacy::until).thenComparing(Legacy::heir);

    public static @Nullable Legacy later(@Nullable Legacy a, @Nullable Legacy b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return LATER.compare(a, b) >= 0 ? a : b;
    }
}
