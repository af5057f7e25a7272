package dev.primus.core.partition;

import java.util.BitSet;

/** Partitions of one list that are gathered piece by piece, and asked for often: to add some does not cost what is there already. */
public final class PartitionSet {
    private final BitSet bits = new BitSet();

    public void add(Partitions some) {
        some.addTo(bits);
    }

    /** Those of these that are not in it. */
    public Partitions without(Partitions some) {
        return some.without(bits);
    }

    /** All that are in it. */
    public Partitions all() {
        return bits.isEmpty()
                ? Partitions.NONE
                : Partitions.of(0, bits.length() - 1).within(bits);
    }
}
