package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import java.time.Duration;

/** What can happen to the store. */
public interface StoreFault extends Fault {
    @Override
    default Device device() {
        return Device.STORE;
    }

    /** It is down for a while and refuses connections. */
    record Outage(Duration at, Duration lasts) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.store().goDown();
            cluster.world().at(cluster.world().now() + lasts.toNanos(), cluster.store()::comeUp);
        }
    }

    /** Its clock jumps. */
    record ClockStep(Duration at, Duration by) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.stepStoreClock(by);
        }

        /** A distrusted lease is watched for its whole length. */
        @Override
        public Duration aftermath(SimCluster cluster) {
            return cluster.timing().observation(cluster.timing().lease());
        }
    }

    /** Another server takes over, without loss, but with its own clock. */
    record Failover(Duration at, Duration ahead) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.store().failOver(ahead);
        }

        @Override
        public Duration aftermath(SimCluster cluster) {
            return cluster.timing().observation(cluster.timing().lease());
        }
    }

    /** It is restored from a backup of that age, and the operator raises the lineage as he was told. */
    record Restore(Duration at, Duration age) implements StoreFault {
        @Override
        public void prepare(SimCluster cluster) {
            cluster.world().at(at.minus(age).toNanos(), cluster.store()::backUp);
        }

        @Override
        public void strike(SimCluster cluster) {
            cluster.store().restore(true);
            cluster.checks()
                    .assumptions()
                    .breakUntil(cluster.world().now() + cluster.timing().lease().toNanos());
        }

        @Override
        public Duration aftermath(SimCluster cluster) {
            return cluster.timing()
                    .lease()
                    .multipliedBy(2)
                    .plus(cluster.timing().margin());
        }
    }

    /**
     * A replica that lagged takes over, with its own clock, and nobody thinks of the lineage. What the store has forgotten
     * can then happen a second time; what the nodes have seen must not.
     */
    record LossyFailover(Duration at, Duration lag, Duration ahead) implements StoreFault {
        @Override
        public void prepare(SimCluster cluster) {
            cluster.world().at(at.minus(lag).toNanos(), cluster.store()::backUp);
        }

        @Override
        public void strike(SimCluster cluster) {
            cluster.store().failOver(ahead);
            cluster.store().restore(false);
            cluster.checks()
                    .assumptions()
                    .breakUntil(cluster.world().now() + cluster.timing().lease().toNanos());
        }

        @Override
        public Duration aftermath(SimCluster cluster) {
            return new Restore(at, lag).aftermath(cluster).plus(new Failover(at, ahead).aftermath(cluster));
        }
    }

    /** A row is locked by another transaction. */
    record RowLock(Duration at, String election, Duration lasts) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.store().lock(ClusterName.DEFAULT, new ElectionName(election), lasts);
        }
    }

    /** An operator pauses an election for a while. */
    record Paused(Duration at, String election, Duration lasts) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.pauseElection(election);
            cluster.world().at(cluster.world().now() + lasts.toNanos(), () -> cluster.resumeElection(election));
        }
    }

    /** Hints that mean nothing, one after another. */
    record FalseHints(Duration at, int many, Duration apart) implements StoreFault {
        @Override
        public void strike(SimCluster cluster) {
            for (int i = 0; i < many; i++) {
                cluster.world().at(cluster.world().now() + i * apart.toNanos(), cluster.store()::spuriousHint);
            }
        }
    }
}
