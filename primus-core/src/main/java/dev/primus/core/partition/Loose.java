package dev.primus.core.partition;

import dev.primus.core.partition.Holding.Shares;
import dev.primus.core.partition.Recipients.Needs;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Pieces that look for a worker, each with its present owner; later with who takes it, too. A piece and its owner are one
 * long number, so that a million of them are sorted without being a million objects.
 */
final class Loose {
    private static final int PARTITION_BITS = 23;
    private static final int OWNER_BITS = 17;
    private static final int PARTITION = (1 << PARTITION_BITS) - 1;
    private static final int OWNER = (1 << OWNER_BITS) - 1;

    private long[] pieces = new long[4];
    private int[] takers = new int[0];
    private int count;

    void add(Partitions part, int owner) {
        for (int i = 0; i < part.pieces(); i++) {
            add(part.first(i), part.last(i), owner);
        }
    }

    private void add(int first, int last, int owner) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
        }
        pieces[count++] = (long) first << (PARTITION_BITS + OWNER_BITS) | (long) last << OWNER_BITS | (owner + 1);
    }

    private void give(int first, int last, int owner, int taker) {
        add(first, last, owner);
        if (takers.length < pieces.length) {
            takers = Arrays.copyOf(takers, pieces.length);
        }
        takers[count - 1] = taker;
    }

    int count() {
        return count;
    }

    int first(int i) {
        return (int) (pieces[i] >>> (PARTITION_BITS + OWNER_BITS));
    }

    int last(int i) {
        return (int) (pieces[i] >>> OWNER_BITS) & PARTITION;
    }

    int owner(int i) {
        return ((int) pieces[i] & OWNER) - 1;
    }

    int taker(int i) {
        return takers[i];
    }

    /** In ascending order each gets as many as it needs; there are as many as all need together. */
    Loose matched(Needs needs) {
        Arrays.sort(pieces, 0, count);
        Loose matched = new Loose();
        int next = 0;
        int missing = needs.missing()[0];
        for (int i = 0; i < count; i++) {
            int first = first(i);
            while (first <= last(i)) {
                if (missing == 0) {
                    missing = needs.missing()[++next];
                }
                int last = Math.min(last(i), first + missing - 1);
                matched.give(first, last, owner(i), needs.workers()[next]);
                missing -= last - first + 1;
                first = last + 1;
            }
        }
        return matched;
    }

    /** Some keep what they have, and the rest goes to nobody. */
    Loose keptBy(IntPredicate owner) {
        Loose kept = new Loose();
        for (int i = 0; i < count; i++) {
            kept.give(first(i), last(i), owner(i), owner.test(owner(i)) ? owner(i) : Claims.NOBODY);
        }
        return kept;
    }

    /** What each taker gets; pieces of one taker follow each other. */
    Shares taken() {
        int[] workers = new int[count];
        Partitions[] parts = new Partitions[count];
        int found = 0;
        int i = 0;
        while (i < count) {
            int taker = takers[i];
            Pieces gets = new Pieces();
            while (i < count && takers[i] == taker) {
                gets.add(first(i), last(i));
                i++;
            }
            if (taker != Claims.NOBODY) {
                workers[found] = taker;
                parts[found++] = gets.toPartitions();
            }
        }
        return new Shares(Arrays.copyOf(workers, found), Arrays.copyOf(parts, found));
    }
}
