package dev.primus.testkit.conformance;

import org.junit.jupiter.api.Tag;

/** The registry engine by views alone: nothing can fail that all depend on. */
@Tag("G1")
class SimulatedAvailableConformanceTest extends CommonConformance {
    @Override
    protected Ground ground() {
        return SimulatedPeerGround.registryByView();
    }
}
