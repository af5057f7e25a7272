package dev.primus.server.run;

import dev.primus.Restart;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a program is to be run.
 *
 * @param patience how long to stand by at most; null for as long as it takes
 * @param release whether leadership is given back when the program is done, rather than kept
 * @param health who says whether this node is fit to lead; null for nobody
 * @param healthFailures how many times in a row it must say no to be heeded
 */
public record RunSettings(
        ElectionName election,
        LeaseTiming timing,
        Restart restart,
        boolean release,
        boolean requireWatch,
        @Nullable Duration patience,
        @Nullable HealthCheck health,
        Duration healthEvery,
        int healthFailures,
        int lostCode) {}
