package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Restart;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A duty as it was asked for.
 *
 * @param stopWithin how long its stop may take; null for its share of what there is
 */
public record DutySpec(
        String name, Duty duty, Restart restart, @Nullable Duration stopWithin) {}
