package dev.primus.runtime.facts;

import dev.primus.core.ballot.score.Share;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What this process leaves idle of the processors that it may use. Where it may use only some of the host's, bound to them
 * or by a flag of its JVM, the host can be idle while this process has nothing to spare.
 */
final class OwnLoad {
    /** In less time one tick of the system's clock would count too much. */
    private static final Duration SHORTEST = Duration.ofMillis(50);

    private @Nullable Duration lookedAt;
    private Duration used = Duration.ZERO;

    /**
     * Since the look before; null if there was none, or just now.
     *
     * @param uptime for how long the process has been running
     * @param worked for how long its threads have been working, all together; negative if that is not known
     */
    @Nullable
    Share idle(Duration uptime, Duration worked, int processors) {
        Duration before = lookedAt;
        if (worked.isNegative() || before != null && uptime.minus(before).compareTo(SHORTEST) < 0) {
            return null;
        }
        Duration more = worked.minus(used);
        lookedAt = uptime;
        used = worked;
        if (before == null) {
            return null;
        }
        long most = uptime.minus(before).toNanos() * processors;
        return HostGauge.share(Math.max(0, most - more.toNanos()), most);
    }
}
