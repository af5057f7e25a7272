package dev.primus.server.duties.polls;

import java.util.Comparator;

/**
 * One due time of one schedule. There is one run for it at most, whoever coordinates.
 *
 * @param due milliseconds since 1970
 */
public record RunKey(String schedule, long due) implements Comparable<RunKey> {
    private static final Comparator<RunKey> ORDER =
            Comparator.comparing(RunKey::schedule).thenComparingLong(RunKey::due);

    @Override
    public int compareTo(RunKey other) {
        return ORDER.compare(this, other);
    }
}
