package dev.primus.testkit.conformance;

import dev.primus.Primus;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.testkit.sim.PeerRules;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.time.Duration;
import java.util.List;

/** The registry engine among simulated peers, in virtual time. */
record SimulatedRegistryGround(SimCluster cluster, PeerRules rules) implements Ground {
    /** Who plays; those who vote besides are apart, so that a case with one node has a quorum too. */
    private static final List<String> PLAYERS = List.of("a", "b", "c", "d", "e");

    private static final List<String> VOTERS = List.of("f", "g", "h");
    private static final Duration MISSED = Duration.ofSeconds(3);

    static SimulatedRegistryGround byMajority() {
        Quorum quorum = Quorum.majorityOf(VOTERS.stream().map(NodeName::new).toList());
        SimulatedRegistryGround ground = of(8, PeerRules.of(quorum, RegistryTiming.DOCUMENTED));
        VOTERS.forEach(ground.cluster::start);
        return ground;
    }

    static SimulatedRegistryGround byView() {
        return of(5, PeerRules.of(Quorum.available(5), RegistryTiming.DOCUMENTED_AVAILABLE));
    }

    private static SimulatedRegistryGround of(int nodes, PeerRules rules) {
        SimSettings settings = SimSettings.of(1, nodes).withBlockingListeners().withPeers(rules);
        return new SimulatedRegistryGround(new SimCluster(settings), rules);
    }

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
        cluster.tearApart(PLAYERS, VOTERS);
    }

    @Override
    public void arbiterRecovers() {
        cluster.reunite();
    }

    @Override
    public Duration worstTakeover() {
        RegistryTiming timing = rules.timing();
        return MISSED.plus(timing.takeoverDelay())
                .plus(timing.settle())
                .plus(timing.stableAfter())
                .plus(timing.lease().lease());
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
