package dev.primus.core.partition;

import dev.primus.core.NodeName;
import org.jspecify.annotations.Nullable;

/**
 * Partitions of one list, numbered without a gap, that go the same way. Whoever carries it out gives a partition to its new
 * worker only when nobody else holds it: after {@code from}, and everybody else who claims it, has let go.
 *
 * @param from null if nobody has them
 * @param to null if nobody is to have them
 */
public record Move(
        TaskListName list,
        int first,
        int last,
        @Nullable NodeName from,
        @Nullable NodeName to,
        Reason reason) {

    /** How many partitions move. */
    public int size() {
        return last - first + 1;
    }

    /** The first so many of them, and at least one. */
    Move head(int count) {
        return new Move(list, first, first + count - 1, from, to, reason);
    }

    /** All but the first so many. */
    Move tail(int count) {
        return new Move(list, first + count, last, from, to, reason);
    }

    @Override
    public String toString() {
        String which = first == last ? Integer.toString(first) : first + "-" + last;
        return "%s %s: %s -> %s, %s".formatted(list, which, text(from), text(to), reason);
    }

    private static String text(@Nullable NodeName worker) {
        return worker == null ? "nobody" : worker.value();
    }
}
