package dev.primus.testkit.conformance;

import dev.primus.Primus;
import dev.primus.core.LeaseTiming;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.testkit.sim.SimStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The lease engine with real threads and real time, over the store in memory. */
@Tag("long")
class RealTimeLeaseConformanceTest extends EngineConformance {
    @Override
    protected Ground ground() {
        return new RealTime();
    }

    /** The lease is long enough for a machine that is busy with other tests. */
    private static final class RealTime extends RealGround {
        private final SimStore store = SimStore.inRealTime();
        private final LeaseTiming timing = LeaseTiming.of(Duration.ofSeconds(4));
        private final Map<String, ProcessStage> stages = new HashMap<>();

        @Override
        public Primus start(String node) {
            ProcessStage stage = new ProcessStage(node);
            stages.put(node, stage);
            return Primus.builder()
                    .node(node)
                    .store(store)
                    .timing(timing)
                    .stage(stage)
                    .build();
        }

        /** Without its threads a node can neither renew nor release. */
        @Override
        public void kill(String node) {
            stages.get(node).close();
        }

        @Override
        public void arbiterFails() {
            store.goDown();
        }

        @Override
        public void arbiterRecovers() {
            store.comeUp();
        }

        @Override
        public Duration worstTakeover() {
            return timing.worstTakeover();
        }

        @Override
        public void close() {
            stages.values().forEach(ProcessStage::close);
        }
    }
}
