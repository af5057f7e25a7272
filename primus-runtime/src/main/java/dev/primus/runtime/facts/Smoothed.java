package dev.primus.runtime.facts;

import dev.primus.core.ballot.score.Share;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The middle one of the last three samples, which lie two periods apart: one that stands out, up or down, does not count
 * at all, and what lasts counts from its second sample on. Of two the lesser counts. What was never measured is nothing.
 */
final class Smoothed {
    private static final int SAMPLES = 3;

    private final Deque<Share> last = new ArrayDeque<>();

    /** @param sample null if there was none this time: then what was seen before stands */
    Share with(@Nullable Share sample) {
        if (sample != null) {
            if (last.size() == SAMPLES) {
                last.removeFirst();
            }
            last.addLast(sample);
        }
        return last.stream()
                .sorted()
                .skip(Math.max(0, last.size() - 1) / 2)
                .findFirst()
                .orElse(Share.NONE);
    }
}
