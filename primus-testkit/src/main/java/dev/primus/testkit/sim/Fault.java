package dev.primus.testkit.sim;

import java.time.Duration;

/** Something bad, or at least untimely, as a value: it can be printed, replayed and left out. */
public interface Fault {
    /** What it happens to. */
    enum Device {
        STORE,
        CLOCK,
        PROCESS,
        LINK,
        DISK
    }

    Duration at();

    Device device();

    void strike(SimCluster cluster);

    /** What has to be arranged before anything happens. */
    default void prepare(SimCluster cluster) {}

    /** How much longer than usual it may take after this until somebody leads again. */
    default Duration aftermath(SimCluster cluster) {
        return Duration.ZERO;
    }

    /** The name by which it is counted. */
    default String kind() {
        return getClass().getSimpleName();
    }
}
