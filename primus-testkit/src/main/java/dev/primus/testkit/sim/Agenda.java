package dev.primus.testkit.sim;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What will happen, in order of time and then of arrival: a binary heap over plain arrays, since a simulation does little
 * else than put things in here and take them out.
 */
final class Agenda {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private @Nullable Runnable[] tasks = new Runnable[256];
    private int size;
    private long arrived;

    boolean isEmpty() {
        return size == 0;
    }

    /** When the next thing happens. */
    long nextTime() {
        return times[0];
    }

    void add(long time, Runnable task) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            tasks = Arrays.copyOf(tasks, 2 * size);
        }
        long order = arrived++;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (times[parent] <= time) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, time, order, task);
    }

    /** Takes the next thing out. */
    Runnable take() {
        Runnable first = tasks[0];
        int last = --size;
        long time = times[last];
        long order = orders[last];
        Runnable task = tasks[last];
        tasks[last] = null;
        if (last > 0) {
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
            put(hole, time, order, task);
        }
        if (first == null) {
            throw new IllegalStateException("nothing will happen any more");
        }
        return first;
    }

    private boolean isBefore(long time, long order, int other) {
        return isBefore(time, order, times[other], orders[other]);
    }

    private static boolean isBefore(long time, long order, long otherTime, long otherOrder) {
        return time != otherTime ? time < otherTime : order < otherOrder;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        tasks[to] = tasks[from];
    }

    private void put(int at, long time, long order, @Nullable Runnable task) {
        times[at] = time;
        orders[at] = order;
        tasks[at] = task;
    }
}
