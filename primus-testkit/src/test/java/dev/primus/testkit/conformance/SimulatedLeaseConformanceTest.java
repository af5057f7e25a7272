package dev.primus.testkit.conformance;

import dev.primus.Primus;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.time.Duration;

/** The lease engine over the simulated store, in virtual time. */
class SimulatedLeaseConformanceTest extends EngineConformance {
    @Override
    protected Ground ground() {
        return new SimulatedGround(new SimCluster(SimSettings.of(1, 5).withBlockingListeners()));
    }

    private record SimulatedGround(SimCluster cluster) implements Ground {
        @Override
        public Primus start(String node) {
            return cluster.start(node).primus();
        }

        @Override
        public void kill(String node) {
            cluster.kill(node);
        }

        @Override
        public void arbiterFails() {
            cluster.store().goDown();
        }

        @Override
        public void arbiterRecovers() {
            cluster.store().comeUp();
        }

        @Override
        public Duration worstTakeover() {
            return cluster.timing().worstTakeover();
        }

        @Override
        public void pass(Duration span) {
            cluster.advance(span);
        }

        @Override
        public void block(String node, Duration span) throws InterruptedException {
            cluster.process(node).rest(span);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }
}
