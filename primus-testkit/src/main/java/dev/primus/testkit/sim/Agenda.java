package dev.primus.testkit.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, in order of time and then of arrival: a binary heap over plain arrays, since a simulation does little
 * else than put things in here and take them out. Only numbers move in the heap; a task stays in its slot, because moving
 * references is what garbage collectors have to be told of.
 */
final class Agenda {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private int[] slots = new int[256];
    private @Nullable Runnable[] tasks = new Runnable[256];
    private int size;
    private long arrived;

    Agenda() {
        numberSlotsFrom(0);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** When the next thing happens. */
    long nextTime() {
        return times[0];
    }

    void add(long time, Runnable task) {
        if (size == times.length) {
            grow();
        }
        int hole = size++;
        int slot = slots[hole];
        tasks[slot] = task;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (times[parent] <= time) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, arrived++, slot);
    }

    /** Takes the next thing out. */
    Runnable take() {
        int freed = slots[0];
        Runnable first = tasks[freed];
        if (first == null) {
            throw new IllegalStateException("nothing will happen any more");
        }
        tasks[freed] = null;
        int last = --size;
        long time = times[last];
        long order = orders[last];
        int slot = slots[last];
        int hole = 0;
        for (int child = 1; child < last; child = 2 * hole + 1) {
            if (child + 1 < last && isBefore(times[child + 1], orders[child + 1], child)) {
                child++;
            }
            if (!isBefore(times[child], orders[child], time, order)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, time, order, slot);
        slots[last] = freed;
        return first;
    }

    private boolean isBefore(long time, long order, int other) {
        return isBefore(time, order, times[other], orders[other]);
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time != otherTime ? time < otherTime : order < otherOrder;
    }

    private void move(int from, int to) {
        put(to, times[from], orders[from], slots[from]);
    }

    private void put(int at, long time, long order, int slot) {
        times[at] = time;
        orders[at] = order;
        slots[at] = slot;
    }

    private void grow() {
        times = Arrays.copyOf(times, 2 * size);
        orders = Arrays.copyOf(orders, 2 * size);
        slots = Arrays.copyOf(slots, 2 * size);
        tasks = Arrays.copyOf(tasks, 2 * size);
        numberSlotsFrom(size);
    }

    /** Beyond the heap's end are the slots that are free. */
    private void numberSlotsFrom(int first) {
        for (int slot = first; slot < slots.length; slot++) {
            slots[slot] = slot;
        }
    }
}
