package dev.primus.testkit.sim;

/** The time a {@link SimStore} lives in: that of a simulation, or the real one. */
public interface Timeline {
    /** True time in nanoseconds. */
    long now();

    /** Has something happen after a while. */
    void after(long nanos, Runnable task);
}
