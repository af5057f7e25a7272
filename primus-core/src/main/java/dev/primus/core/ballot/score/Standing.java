package dev.primus.core.ballot.score;

import dev.primus.core.NodeName;
import java.util.Comparator;

/** A candidate and its score. In order the best comes first, and of two with the same total the one whose name does. */
public record Standing(NodeName node, Score score) implements Comparable<Standing> {
    private static final Comparator<Standing> BEST_FIRST =
            Comparator.comparing(Standing::score).reversed().thenComparing(Standing::node);

    @Override
    public int compareTo(Standing other) {
        return BEST_FIRST.compare(this, other);
    }
}
