package dev.primus.core.partition;

import java.util.function.IntPredicate;

/**
 * What each worker has of all lists together, by weight, and how far that is from its share. Who is furthest below is found
 * without looking at all: the workers of a zone are a heap.
 */
final class Sums {
    private final Crew crew;
    private final long[] loads;
    private final long[] zoneLoads;
    private final long[] zoneCapacities;
    private final int[][] heaps;
    private final int[] places;
    private final int[] aside;
    private long total;

    Sums(Crew crew) {
        this.crew = crew;
        this.loads = new long[crew.size()];
        this.zoneLoads = new long[crew.zones()];
        this.zoneCapacities = new long[crew.zones()];
        this.places = new int[crew.size()];
        this.aside = new int[crew.active().length];
        int[] sizes = new int[crew.zones()];
        for (int worker : crew.active()) {
            sizes[crew.zone(worker)]++;
            zoneCapacities[crew.zone(worker)] += crew.capacity(worker);
        }
        this.heaps = new int[crew.zones()][];
        for (int zone = 0; zone < heaps.length; zone++) {
            heaps[zone] = new int[sizes[zone]];
        }
    }

    /** Before it is asked who is below. */
    void expect(int worker, long load) {
        loads[worker] += load;
        zoneLoads[crew.zone(worker)] += load;
    }

    /** From now on it can be asked. */
    void open(long sumOfAll) {
        total = sumOfAll;
        int[] filled = new int[heaps.length];
        for (int worker : crew.active()) {
            int zone = crew.zone(worker);
            places[worker] = filled[zone];
            heaps[zone][filled[zone]++] = worker;
        }
        for (int[] heap : heaps) {
            for (int place = heap.length / 2 - 1; place >= 0; place--) {
                sink(heap, place);
            }
        }
    }

    void add(int worker, long load) {
        expect(worker, load);
        int[] heap = heaps[crew.zone(worker)];
        rise(heap, places[worker]);
        sink(heap, places[worker]);
    }

    /** How far it is below its share, times the capacity of all; negative if it has more. */
    long deficit(int worker) {
        return total * crew.capacity(worker) - loads[worker] * crew.capacity();
    }

    /** Of the one in the zone that is furthest below. */
    long greatestDeficit(int zone) {
        return deficit(heaps[zone][0]);
    }

    long zoneDeficit(int zone) {
        return total * zoneCapacities[zone] - zoneLoads[zone] * crew.capacity();
    }

    /** Its share, on the same scale. */
    long share(int worker) {
        return total * crew.capacity(worker);
    }

    /** Puts into {@code found} those of the zone that are furthest below their share, of those that are fit for it. */
    int neediest(int zone, int count, IntPredicate fit, int[] found) {
        int[] heap = heaps[zone];
        int length = heap.length;
        int taken = 0;
        int removed = 0;
        while (taken < count && length > 0) {
            int best = heap[0];
            if (fit.test(best)) {
                found[taken++] = best;
            }
            aside[removed++] = best;
            length--;
            put(heap, 0, heap[length]);
            sink(heap, 0, length);
        }
        while (removed > 0) {
            put(heap, length, aside[--removed]);
            rise(heap, length);
            length++;
        }
        return taken;
    }

    /** By need; among equals by name. */
    boolean isNeedier(int one, int other) {
        int byNeed = Long.compare(deficit(one), deficit(other));
        return byNeed != 0 ? byNeed > 0 : one < other;
    }

    private void rise(int[] heap, int from) {
        int place = from;
        while (place > 0 && isNeedier(heap[place], heap[(place - 1) / 2])) {
            swap(heap, place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    private void sink(int[] heap, int from) {
        sink(heap, from, heap.length);
    }

    private void sink(int[] heap, int from, int length) {
        int place = from;
        while (2 * place + 1 < length) {
            int child = 2 * place + 1;
            if (child + 1 < length && isNeedier(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isNeedier(heap[child], heap[place])) {
                return;
            }
            swap(heap, place, child);
            place = child;
        }
    }

    private void swap(int[] heap, int one, int other) {
        int worker = heap[one];
        put(heap, one, heap[other]);
        put(heap, other, worker);
    }

    private void put(int[] heap, int place, int worker) {
        heap[place] = worker;
        places[worker] = place;
    }
}
