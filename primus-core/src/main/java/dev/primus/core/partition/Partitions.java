package dev.primus.core.partition;

import java.util.Arrays;
import java.util.BitSet;
import java.util.StringJoiner;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A set of partitions of one list, kept as pieces without gaps: a plan gives neighbours to the same worker where it can, so
 * that a million partitions are a few thousand numbers. Never changed once made.
 */
public final class Partitions {

    public static final Partitions NONE = new Partitions(new int[0]);

    private static final Pattern PIECE = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

    /** First and last of each piece, ascending; two pieces neither overlap nor touch. */
    private final int[] bounds;

    private final int size;

    Partitions(int[] bounds) {
        this.bounds = bounds;
        int sum = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            sum += bounds[i + 1] - bounds[i] + 1;
        }
        this.size = sum;
    }

    /** All from the first to the last. */
    public static Partitions of(int first, int last) {
        if (first < 0 || last < first || last >= TaskList.MOST_PARTITIONS) {
            throw new IllegalArgumentException("partitions = %d-%d: allowed is 0-%d, the smaller number first"
                    .formatted(first, last, TaskList.MOST_PARTITIONS - 1));
        }
        return new Partitions(new int[] {first, last});
    }

    public static Partitions of(int only) {
        return of(only, only);
    }

    /** What {@link #toString} wrote. */
    public static Partitions parse(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        Pieces pieces = new Pieces();
        for (String piece : text.split(",", -1)) {
            var numbers = PIECE.matcher(piece);
            if (!numbers.matches()) {
                throw new IllegalArgumentException("partitions = '%s': allowed is 0-3,7,9-12".formatted(text));
            }
            int first = Integer.parseInt(numbers.group(1));
            int last = numbers.group(2) == null ? first : Integer.parseInt(numbers.group(2));
            Partitions checked = of(first, last);
            pieces.add(checked.first(0), checked.last(0));
        }
        return pieces.toPartitions();
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(int partition) {
        int piece = firstPieceAbove(partition, 0) - 1;
        return piece >= 0 && partition <= last(piece);
    }

    public void forEach(IntConsumer action) {
        for (int i = 0; i < pieces(); i++) {
            for (int partition = first(i); partition <= last(i); partition++) {
                action.accept(partition);
            }
        }
    }

    int pieces() {
        return bounds.length / 2;
    }

    int first(int piece) {
        return bounds[2 * piece];
    }

    int last(int piece) {
        return bounds[2 * piece + 1];
    }

    /** The number above the highest one, or 0. */
    int end() {
        return bounds.length == 0 ? 0 : bounds[bounds.length - 1] + 1;
    }

    public Partitions plus(Partitions other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        if (pieces() < other.pieces()) {
            return other.plus(this);
        }
        Pieces both = new Pieces(pieces() + other.pieces());
        int mine = 0;
        for (int its = 0; its < other.pieces(); its++) {
            int before = firstPieceAbove(other.first(its), mine);
            both.addAll(bounds, mine, before);
            both.add(other.first(its), other.last(its));
            mine = before;
        }
        both.addAll(bounds, mine, pieces());
        return both.toPartitions();
    }

    private int firstPieceAbove(int partition, int from) {
        int low = from;
        int high = pieces();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (first(middle) > partition) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    public Partitions minus(Partitions other) {
        BitSet gone = new BitSet();
        other.addTo(gone);
        return without(gone);
    }

    /** Those that both have. */
    public Partitions and(Partitions other) {
        BitSet common = new BitSet();
        other.addTo(common);
        return within(common);
    }

    /** Those that are not among these. */
    Partitions without(BitSet others) {
        return sifted(others, false);
    }

    /** Those that are among these. */
    Partitions within(BitSet others) {
        return sifted(others, true);
    }

    private Partitions sifted(BitSet others, boolean wanted) {
        Pieces left = new Pieces(pieces());
        for (int i = 0; i < pieces(); i++) {
            int at = next(others, first(i), wanted);
            while (at <= last(i)) {
                int until = Math.min(next(others, at, !wanted) - 1, last(i));
                left.add(at, until);
                at = next(others, until + 1, wanted);
            }
        }
        return left.toPartitions();
    }

    private static int next(BitSet bits, int from, boolean set) {
        int found = set ? bits.nextSetBit(from) : bits.nextClearBit(from);
        return found < 0 ? Integer.MAX_VALUE : found;
    }

    void addTo(BitSet bits) {
        for (int i = 0; i < pieces(); i++) {
            bits.set(first(i), last(i) + 1);
        }
    }

    boolean meets(BitSet bits) {
        for (int i = 0; i < pieces(); i++) {
            if (next(bits, first(i), true) <= last(i)) {
                return true;
            }
        }
        return false;
    }

    /** The highest so many of them. */
    Partitions highest(int count) {
        if (count >= size) {
            return this;
        }
        int piece = pieces();
        int left = count;
        while (left > 0) {
            piece--;
            left -= last(piece) - first(piece) + 1;
        }
        int[] top = Arrays.copyOfRange(bounds, 2 * piece, bounds.length);
        if (left < 0) {
            top[0] -= left;
        }
        return new Partitions(top);
    }

    /** All but the highest so many of them. */
    Partitions butHighest(int count) {
        if (count >= size) {
            return NONE;
        }
        int piece = pieces();
        int left = count;
        while (left > 0) {
            piece--;
            left -= last(piece) - first(piece) + 1;
        }
        if (left == 0) {
            return new Partitions(Arrays.copyOf(bounds, 2 * piece));
        }
        int[] rest = Arrays.copyOf(bounds, 2 * piece + 2);
        rest[rest.length - 1] = first(piece) - left - 1;
        return new Partitions(rest);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Partitions partitions && Arrays.equals(bounds, partitions.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    /** As people write it: {@code 0-3,7}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (int i = 0; i < pieces(); i++) {
            text.add(first(i) == last(i) ? Integer.toString(first(i)) : first(i) + "-" + last(i));
        }
        return text.toString();
    }
}
