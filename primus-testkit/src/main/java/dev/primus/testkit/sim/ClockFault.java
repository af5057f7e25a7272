package dev.primus.testkit.sim;

import java.time.Duration;

/** What can happen to a machine's clocks. */
public interface ClockFault extends Fault {
    @Override
    default Device device() {
        return Device.CLOCK;
    }

    /** The wall clock is set. */
    record WallStep(Duration at, Target target, Duration by) implements ClockFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).filter(node -> !cluster.isSuspended(node)).ifPresent(node -> cluster.skew(node, by));
        }
    }

    /** The monotonic clock changes its pace. */
    record Drift(Duration at, Target target, double rate) implements ClockFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> cluster.drift(node, rate));
        }
    }
}
