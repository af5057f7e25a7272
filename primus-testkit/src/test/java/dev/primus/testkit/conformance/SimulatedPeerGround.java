package dev.primus.testkit.conformance;

import dev.primus.Primus;
import dev.primus.core.BallotTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.testkit.sim.PeerRules;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** An engine among simulated peers, in virtual time. */
record SimulatedPeerGround(SimCluster cluster, Duration worstTakeover) implements Ground {
    /** Who plays; those who vote besides are apart, so that a case with one node has a quorum too. */
    private static final List<String> PLAYERS = List.of("a", "b", "c", "d", "e");

    private static final List<String> VOTERS = List.of("f", "g", "h");
    private static final Duration MISSED = Duration.ofSeconds(3);

    static SimulatedPeerGround registryByMajority() {
        RegistryTiming timing = RegistryTiming.DOCUMENTED;
        return byMajority(quorum -> PeerRules.of(quorum, timing), worstTakeover(timing));
    }

    static SimulatedPeerGround registryByView() {
        RegistryTiming timing = RegistryTiming.DOCUMENTED_AVAILABLE;
        return of(5, PeerRules.of(Quorum.available(5), timing), worstTakeover(timing));
    }

    static SimulatedPeerGround ballotByMajority() {
        BallotTiming timing = BallotTiming.FAST;
        return byMajority(
                quorum -> PeerRules.of(quorum, timing),
                timing.heartbeatTimeout().multipliedBy(4));
    }

    private static SimulatedPeerGround byMajority(Function<Quorum, PeerRules> rules, Duration worst) {
        Quorum quorum = Quorum.majorityOf(VOTERS.stream().map(NodeName::new).toList());
        SimulatedPeerGround ground = of(8, rules.apply(quorum), worst);
        VOTERS.forEach(ground.cluster::start);
        return ground;
    }

    private static SimulatedPeerGround of(int nodes, PeerRules rules, Duration worst) {
        SimSettings settings = SimSettings.of(1, nodes).withBlockingListeners().withPeers(rules);
        return new SimulatedPeerGround(new SimCluster(settings), worst);
    }

    private static Duration worstTakeover(RegistryTiming timing) {
        return MISSED.plus(timing.takeoverDelay())
                .plus(timing.settle())
                .plus(timing.stableAfter())
                .plus(timing.lease().lease());
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
