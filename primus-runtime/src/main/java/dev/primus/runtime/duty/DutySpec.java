package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Restart;
import dev.primus.guard.Barrier;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A duty as it was asked for.
 *
 * @param stopWithin how long its stop may take; null for its share of what there is
 */
public record DutySpec(
        String name, Duty duty, Restart restart, @Nullable Duration stopWithin) {

    /** The same, to be begun after these. */
    public DutySpec behind(List<Barrier> barriers) {
        return barriers.isEmpty() ? this : new DutySpec(name, new BehindBarriers(barriers, duty), restart, stopWithin);
    }
}
