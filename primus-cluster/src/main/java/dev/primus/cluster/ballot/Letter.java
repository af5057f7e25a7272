package dev.primus.cluster.ballot;

import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage;
import java.time.Instant;

/** One message, and what it says of itself. */
record Letter(NodeId sender, Instant timestamp, Channel channel, BallotMessage message) {}
