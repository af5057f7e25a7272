package dev.primus.core.partition;

import java.util.Arrays;

/** Gathers pieces of {@link Partitions}: in any order, but quickest in ascending order. */
final class Pieces {
    private static final int FIRST_BITS = 32;

    private int[] bounds;
    private int length;
    private boolean ascending = true;

    Pieces() {
        this(2);
    }

    Pieces(int pieces) {
        bounds = new int[2 * Math.max(1, pieces)];
    }

    void add(int first, int last) {
        if (length > 0 && ascending && first <= bounds[length - 1] + 1) {
            if (first >= bounds[length - 2]) {
                bounds[length - 1] = Math.max(bounds[length - 1], last);
                return;
            }
            ascending = false;
        }
        if (length == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * length);
        }
        bounds[length++] = first;
        bounds[length++] = last;
    }

    /** Those of others from one piece to before another, which are in order: mostly just copied. */
    void addAll(int[] others, int fromPiece, int toPiece) {
        int at = 2 * fromPiece;
        int end = 2 * toPiece;
        while (at < end && length > 0 && others[at] <= bounds[length - 1] + 1) {
            add(others[at], others[at + 1]);
            at += 2;
        }
        if (length + end - at > bounds.length) {
            bounds = Arrays.copyOf(bounds, Math.max(2 * bounds.length, length + end - at));
        }
        System.arraycopy(others, at, bounds, length, end - at);
        length += end - at;
    }

    Partitions toPartitions() {
        if (length == 0) {
            return Partitions.NONE;
        }
        return ascending ? new Partitions(Arrays.copyOf(bounds, length)) : sorted();
    }

    private Partitions sorted() {
        long[] packed = new long[length / 2];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = (long) bounds[2 * i] << FIRST_BITS | bounds[2 * i + 1];
        }
        Arrays.sort(packed);
        Pieces again = new Pieces(packed.length);
        for (long piece : packed) {
            again.add((int) (piece >>> FIRST_BITS), (int) piece);
        }
        return again.toPartitions();
    }
}
