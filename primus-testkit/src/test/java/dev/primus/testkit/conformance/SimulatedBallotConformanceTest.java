package dev.primus.testkit.conformance;

import org.junit.jupiter.api.Tag;

/** The ballot engine: its arbiter is a majority of voters. */
@Tag("G1")
class SimulatedBallotConformanceTest extends EngineConformance {
    @Override
    protected Ground ground() {
        return SimulatedPeerGround.ballotByMajority();
    }
}
