package dev.primus.testkit.sim;

import dev.primus.testkit.check.Claimant;
import dev.primus.testkit.check.PeerPromise;

/** Knows when two members may both lead: where no quorum is asked for, while something keeps them apart, and a while after. */
final class PeerWitness implements PeerPromise {
    private static final long AFTERMATH = 15_000_000_000L;

    private final boolean byPromise;
    private final SimCluster cluster;

    PeerWitness(Schedule schedule, SimCluster cluster) {
        PeerRules rules = schedule.peers();
        this.byPromise = rules == null || rules.quorum().isByPromise();
        this.cluster = cluster;
    }

    @Override
    public boolean holdsEverywhere() {
        return byPromise;
    }

    @Override
    public boolean mayBothLead(Claimant one, Claimant other) {
        return !byPromise && !cluster.peers().isWholeSince(cluster.world().now() - AFTERMATH);
    }
}
