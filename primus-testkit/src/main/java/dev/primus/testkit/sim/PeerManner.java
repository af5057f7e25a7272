package dev.primus.testkit.sim;

import dev.primus.Primus;
import dev.primus.core.LeaseTiming;
import dev.primus.core.Quorum;
import java.time.Duration;

/** By which engine a simulated cluster without a store decides. */
public sealed interface PeerManner permits ByRegistry, ByBallot {

    /** Its name for people. */
    String engine();

    /** How long a leader holds what its peers gave it. */
    LeaseTiming lease();

    /** Sets a node up. */
    void ground(Primus.Builder builder, SimProcess process, PeerRules rules);

    /** Live1: within how long a leader that died is replaced on a quiet day. */
    Duration takeover(Quorum quorum);

    /** Live3: within how long after the last fault somebody leads. */
    Duration heal();

    /** After how long with everybody there what must be true in the end is true. */
    Duration lull();

    /** Who reads along, and understands what is said. */
    PeerAudit audit(PeerRules rules, Weather weather, SimCluster cluster);
}
