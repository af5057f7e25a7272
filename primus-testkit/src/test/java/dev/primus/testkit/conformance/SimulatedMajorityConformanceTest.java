package dev.primus.testkit.conformance;

import org.junit.jupiter.api.Tag;

/** The registry engine with a quorum: its arbiter is a majority of peers. */
@Tag("G1")
class SimulatedMajorityConformanceTest extends EngineConformance {
    @Override
    protected Ground ground() {
        return SimulatedPeerGround.registryByMajority();
    }
}
