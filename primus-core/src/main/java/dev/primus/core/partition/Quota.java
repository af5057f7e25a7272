package dev.primus.core.partition;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * How many partitions of one list each active worker is to have: its share of them by capacity, rounded down, and some have
 * one more so that none is left. If zones count, what a zone has is its share rounded down, or one more, too.
 *
 * <p>Pins come first. Who has more of them than its share has those and nothing else, and the others share the rest.
 */
final class Quota {
    private final Crew crew;
    private final int[] pins;
    private final BitSet satisfied = new BitSet();
    private final int shared;
    private final long capacity;
    private final boolean scanty;
    private final int more;
    private final int[] atLeast;
    private final boolean[] open;

    /**
     * @param partitions that somebody is to have, pinned or not
     * @param pins how many are pinned to each; null if none are
     */
    Quota(Crew crew, int partitions, int @Nullable [] pins) {
        this.crew = crew;
        this.pins = pins == null ? new int[0] : pins;
        int rest = partitions;
        long takers = crew.capacity();
        for (int worker = firstSatisfied(rest, takers); worker >= 0; worker = firstSatisfied(rest, takers)) {
            satisfied.set(worker);
            rest -= this.pins[worker];
            takers -= crew.capacity(worker);
        }
        this.shared = rest;
        this.capacity = takers;
        this.scanty = (long) shared * crew.greatestCapacity() < capacity;
        this.atLeast = new int[crew.zones()];
        this.open = new boolean[crew.zones()];
        this.more = shared - sumOfFloors();
        if (crew.zones() == 1) {
            atLeast[0] = more;
        } else {
            shareAmongZones();
        }
    }

    private int firstSatisfied(int rest, long takers) {
        for (int i = 0; i < pins.length; i++) {
            if (pins[i] > 0 && !satisfied.get(i) && pins[i] > (long) rest * crew.capacity(i) / takers) {
                return i;
            }
        }
        return -1;
    }

    private int sumOfFloors() {
        if (scanty) {
            return 0;
        }
        if (crew.isEqual() && crew.zones() == 1) {
            return (int) (shared / capacity * capacity);
        }
        int sum = 0;
        for (int worker : crew.active()) {
            int floor = floorWithPins(worker);
            atLeast[crew.zone(worker)] -= floor;
            sum += floor;
        }
        return sum;
    }

    private void shareAmongZones() {
        long[] takers = new long[open.length];
        for (int worker : crew.active()) {
            takers[crew.zone(worker)] += satisfied.get(worker) ? 0 : crew.capacity(worker);
        }
        for (int zone = 0; zone < open.length; zone++) {
            atLeast[zone] += (int) (shared * takers[zone] / capacity);
            open[zone] = shared * takers[zone] % capacity != 0;
        }
    }

    private int floorWithPins(int worker) {
        return satisfied.get(worker) ? 0 : (int) ((long) shared * crew.capacity(worker) / capacity);
    }

    /** What it has at least, beside its pins. */
    int floor(int worker) {
        int pinned = pins.length == 0 || satisfied.get(worker) ? 0 : pins[worker];
        return floorWithPins(worker) - pinned;
    }

    /** Whether its share is not a whole number, so that it may have one more. */
    boolean mayHaveMore(int worker) {
        return !satisfied.get(worker) && (long) shared * crew.capacity(worker) % capacity != 0;
    }

    /** Whether all floors are 0. */
    boolean isScanty() {
        return scanty;
    }

    /** How many have one more. */
    int more() {
        return more;
    }

    /** How many in this zone have one more, at least; and one above that, if it is {@link #isOpen open}. */
    int atLeast(int zone) {
        return atLeast[zone];
    }

    boolean isOpen(int zone) {
        return open[zone];
    }
}
