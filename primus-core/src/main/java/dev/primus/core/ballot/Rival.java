package dev.primus.core.ballot;

import dev.primus.core.NodeId;
import dev.primus.core.ballot.score.Facts;

/** One who would have led as well, and what it states of itself. */
public record Rival(NodeId node, Facts facts) {}
