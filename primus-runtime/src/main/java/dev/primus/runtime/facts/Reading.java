package dev.primus.runtime.facts;

import dev.primus.core.ballot.score.Share;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One look at the host.
 *
 * @param uptime for how long this process has been running
 * @param freeCpu how much of the processors was idle since the look before; null if the host does not say
 * @param freeMemory null if the host does not say
 * @param freeDisk null if the host does not say
 */
public record Reading(
        Duration uptime,
        @Nullable Share freeCpu,
        @Nullable Share freeMemory,
        @Nullable Share freeDisk) {}
