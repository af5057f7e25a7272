package dev.primus.cluster.ballot;

import java.time.Instant;
import java.util.BitSet;

/**
 * Which envelopes of one incarnation were heard: any order is fine within a window, and what is older counts as heard.
 */
final class Window {
    static final int SIZE = 1_024;

    /** The bit of a sequence is its remainder: only those of the last {@link #SIZE} are set. */
    private final BitSet heard = new BitSet(SIZE);

    private long highest;
    private Instant latest = Instant.MIN;

    /** @return false if it was heard before or may have been */
    boolean accept(long sequence, Instant timestamp) {
        if (sequence <= highest - SIZE || (sequence <= highest && heard.get(bit(sequence)))) {
            return false;
        }
        if (sequence > highest) {
            forgetBetween(highest, sequence);
            highest = sequence;
        }
        heard.set(bit(sequence));
        if (timestamp.isAfter(latest)) {
            latest = timestamp;
        }
        return true;
    }

    private void forgetBetween(long from, long to) {
        if (to - from >= SIZE) {
            heard.clear();
        } else {
            for (long passed = from + 1; passed <= to; passed++) {
                heard.clear(bit(passed));
            }
        }
    }

    /** The latest time that one of them was dated with. */
    Instant latest() {
        return latest;
    }

    private static int bit(long sequence) {
        return (int) (sequence % SIZE);
    }
}
