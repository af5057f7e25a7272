package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import java.time.Duration;

/**
 * A node's part in an election as the store knows it.
 *
 * @param silentFor how long ago, by the store's clock, it last showed itself
 * @param alive whether that is recent enough for it to be counted in
 */
public record CandidateRecord(
        ElectionName election, NodeId node, Enrolment.Part part, Duration silentFor, boolean alive) {}
