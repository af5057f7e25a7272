package dev.primus.testkit.sim;

import dev.primus.core.NodeName;
import dev.primus.core.spi.PeerLink;
import java.time.InstantSource;
import java.util.List;

/**
 * What members speak through: a link around the simulated one that vouches for who has spoken, such as one that signs. With
 * it what a member hears must have been said, by that very member to this one, and is heard once (Vote9).
 */
public interface Sheath {

    /** @param wall the wall clock of the node's machine */
    PeerLink around(PeerLink inner, NodeName node, InstantSource wall);

    /**
     * What somebody without a key, but on the network, puts on the wire.
     *
     * @param overheard what members have sent lately, the newest last; never empty
     */
    List<Letter> forgeries(List<Letter> overheard, Chance chance);
}
