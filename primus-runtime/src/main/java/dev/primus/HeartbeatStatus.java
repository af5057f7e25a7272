package dev.primus;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a node's own heartbeats for an election stand.
 *
 * @param running whether it sends any, which it does while it leads and only then
 * @param isAdmin whether it leads
 * @param lastSent by its wall clock; null if it never did
 * @param interval how often
 * @param next when the next is due; null if none is
 */
public record HeartbeatStatus(
        boolean running,
        boolean isAdmin,
        @Nullable Instant lastSent,
        Duration interval,
        @Nullable Instant next) {}
