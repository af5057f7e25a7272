package dev.primus.core;

/**
 * The number of a term: strictly increasing per election, for ever. A resource that remembers the highest token it has
 * seen can refuse every later write of a leader that was replaced.
 *
 * <p>The high 16 bits are the store's lineage, the low 48 the epoch. Lineage starts at 0, so that ordinary tokens read
 * 1, 2, 3; it is raised when a store was failed over or restored, so that tokens the store has forgotten are still
 * below every new one.
 */
public record FencingToken(long value) implements Comparable<FencingToken> {
    private static final int EPOCH_BITS = 48;

    /** The highest lineage that keeps a token positive. */
    public static final int MAX_LINEAGE = Short.MAX_VALUE;

    public FencingToken {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    "fencing token %d is not usable: allowed is 1 and above".formatted(value));
        }
    }

    /** The lowest number of a lineage that no term of this lineage has; the first term is one above it. */
    public static long floorOf(int lineage) {
        if (lineage < 0 || lineage > MAX_LINEAGE) {
            throw new IllegalArgumentException(
                    "lineage %d is not usable: allowed is 0 to %d".formatted(lineage, MAX_LINEAGE));
        }
        return (long) lineage << EPOCH_BITS;
    }

    public int lineage() {
        return (int) (value >>> EPOCH_BITS);
    }

    public long epoch() {
        return value & ((1L << EPOCH_BITS) - 1);
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
