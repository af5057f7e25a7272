package dev.primus.testkit.sim;

import java.time.Duration;

/** What can happen between a machine and the store. */
public interface LinkFault extends Fault {
    @Override
    default Device device() {
        return Device.LINK;
    }

    /** A black hole, in both directions or only on the way back. */
    record Cut(Duration at, Target target, Duration lasts, boolean onlyReplies) implements LinkFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> cluster.cut(node, lasts, onlyReplies));
        }
    }

    /** A black hole for everybody. */
    record CutAll(Duration at, Duration lasts) implements LinkFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.machines().forEach(machine -> cluster.cut(machine.name(), lasts, false));
        }
    }

    /** Everything takes longer. */
    record Slow(Duration at, Target target, Duration lasts, Duration by) implements LinkFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> cluster.slow(node, lasts, by));
        }
    }
}
