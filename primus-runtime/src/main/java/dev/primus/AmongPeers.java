package dev.primus;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.stage.Stage;

/** Elections that the nodes decide among themselves, one way or another. */
sealed interface AmongPeers permits PeerRegistry, PeerBallot {

    /** Refuses what cannot be safe, with everything that is wrong. */
    void mustBeSafe();

    /** How long a leader holds what its peers gave it, and how it keeps it. */
    LeaseTiming leaseTiming();

    /** @param eligible whether this node may lead; one that may not only watches */
    Ground ground(ClusterName cluster, NodeId self, Stage stage, NodeFeed feed, boolean eligible);
}
