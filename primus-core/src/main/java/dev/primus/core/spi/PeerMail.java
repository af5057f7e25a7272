package dev.primus.core.spi;

import dev.primus.core.NodeId;

/** A message on its way to a member. */
public record PeerMail(NodeId to, PeerMessage message) {}
