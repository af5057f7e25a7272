package dev.primus.core.registry;

import dev.primus.core.peers.PeerHands;

/** Those who carry out what a member of the registry has decided. */
public interface RegistryHands extends PeerHands<RegistryMessage> {

    /** Asks the row that votes like a member; {@link Registry#witnessed} is its answer, if there is one. */
    void appeal(Appeal appeal);
}
