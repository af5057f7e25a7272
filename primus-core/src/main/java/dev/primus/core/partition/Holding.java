package dev.primus.core.partition;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.IntPredicate;

/**
 * Who has what of one list. Workers are numbers here, the place of their name in the table of the assignment; only those
 * that have something are named, in ascending order, for a list may have fewer partitions than there are workers.
 */
final class Holding {
    static final Holding NOTHING = new Holding(Shares.NONE, Shares.NONE);

    /** Parts of a list, each with its worker. */
    record Shares(int[] workers, Partitions[] parts) {
        static final Shares NONE = new Shares(new int[0], new Partitions[0]);

        static Shares gathered(SortedMap<Integer, Pieces> byWorker) {
            int[] workers = new int[byWorker.size()];
            Partitions[] parts = new Partitions[byWorker.size()];
            int next = 0;
            for (Map.Entry<Integer, Pieces> part : byWorker.entrySet()) {
                workers[next] = part.getKey();
                parts[next++] = part.getValue().toPartitions();
            }
            return new Shares(workers, parts).withoutEmpty();
        }

        int count() {
            return workers.length;
        }

        int worker(int i) {
            return workers[i];
        }

        Partitions part(int i) {
            return parts[i];
        }

        Partitions of(int worker) {
            int at = Arrays.binarySearch(workers, worker);
            return at < 0 ? Partitions.NONE : parts[at];
        }

        /** Both together. */
        Shares plus(Shares other) {
            if (count() == 0 || other.count() == 0) {
                return count() == 0 ? other : this;
            }
            int[] all = new int[count() + other.count()];
            Partitions[] sums = new Partitions[all.length];
            int mine = 0;
            int its = 0;
            int next = 0;
            while (mine < count() || its < other.count()) {
                int my = mine < count() ? workers[mine] : Integer.MAX_VALUE;
                int another = its < other.count() ? other.workers[its] : Integer.MAX_VALUE;
                all[next] = Math.min(my, another);
                Partitions first = my <= another ? parts[mine++] : Partitions.NONE;
                Partitions second = another <= my ? other.parts[its++] : Partitions.NONE;
                sums[next++] = first.plus(second);
            }
            return new Shares(Arrays.copyOf(all, next), Arrays.copyOf(sums, next));
        }

        Shares where(IntPredicate wanted) {
            int[] found = new int[count()];
            Partitions[] theirs = new Partitions[count()];
            int next = 0;
            for (int i = 0; i < count(); i++) {
                if (wanted.test(i)) {
                    found[next] = workers[i];
                    theirs[next++] = parts[i];
                }
            }
            return next == count() ? this : new Shares(Arrays.copyOf(found, next), Arrays.copyOf(theirs, next));
        }

        Shares withoutEmpty() {
            return where(i -> !parts[i].isEmpty());
        }

        /** The same by the numbers of another table, in which the names have the same order. */
        Shares renumbered(int[] numbers) {
            int[] renamed = new int[workers.length];
            for (int i = 0; i < renamed.length; i++) {
                renamed[i] = numbers[workers[i]];
            }
            return new Shares(renamed, parts);
        }

        boolean isSame(Shares other) {
            return Arrays.equals(workers, other.workers) && Arrays.equals(parts, other.parts);
        }
    }

    private final Shares held;
    private final Shares promised;
    private final int total;
    private final int end;
    private final boolean contested;

    private Holding(Shares held, Shares promised, int total, int end, boolean contested) {
        this.held = held;
        this.promised = promised;
        this.total = total;
        this.end = end;
        this.contested = contested;
    }

    /** @param promised to whom partitions are on their way */
    Holding(Shares held, Shares promised) {
        this(held, promised, sum(held), Math.max(end(held), end(promised)), isContested(held));
    }

    /** Of which it is known that nobody holds what another does. */
    static Holding uncontested(Shares held) {
        return new Holding(held, Shares.NONE, sum(held), end(held), false);
    }

    Shares held() {
        return held;
    }

    Shares promised() {
        return promised;
    }

    /** How many partitions are held; those held twice count twice. */
    int total() {
        return total;
    }

    /** The number above the highest one. */
    int end() {
        return end;
    }

    boolean isContested() {
        return contested;
    }

    Holding renumbered(int[] numbers) {
        return new Holding(held.renumbered(numbers), promised.renumbered(numbers), total, end, contested);
    }

    boolean isSame(Holding other) {
        return held.isSame(other.held) && promised.isSame(other.promised);
    }

    private static int sum(Shares shares) {
        int sum = 0;
        for (Partitions part : shares.parts()) {
            sum += part.size();
        }
        return sum;
    }

    private static int end(Shares shares) {
        int end = 0;
        for (Partitions part : shares.parts()) {
            end = Math.max(end, part.end());
        }
        return end;
    }

    private static boolean isContested(Shares shares) {
        BitSet seen = new BitSet();
        for (Partitions part : shares.parts()) {
            if (part.meets(seen)) {
                return true;
            }
            part.addTo(seen);
        }
        return false;
    }
}
