package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;

/**
 * Something on its way between two members, as the network carries it.
 *
 * @param from who has sent it, as far as the network knows
 */
public record Letter(NodeId from, NodeId to, PeerMessage message) {}
