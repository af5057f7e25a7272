package dev.primus.testkit.sim;

import java.time.Duration;

/** What can happen to a machine's disk. */
public interface DiskFault extends Fault {
    @Override
    default Device device() {
        return Device.DISK;
    }

    /** Every write takes so much longer. */
    record SlowDisk(Duration at, Target target, Duration lasts, Duration by) implements DiskFault {
        @Override
        public void strike(SimCluster cluster) {
            long until = cluster.world().now() + lasts.toNanos();
            target.in(cluster)
                    .ifPresent(node -> cluster.machine(node).disk().slow(cluster.world()::now, until, by.toNanos()));
        }
    }

    /** Nothing can be written, as on a full disk; what is there can be read. */
    record FullDisk(Duration at, Target target, Duration lasts) implements DiskFault {
        @Override
        public void strike(SimCluster cluster) {
            long until = cluster.world().now() + lasts.toNanos();
            target.in(cluster).ifPresent(node -> cluster.machine(node).disk().fill(cluster.world()::now, until));
        }
    }
}
