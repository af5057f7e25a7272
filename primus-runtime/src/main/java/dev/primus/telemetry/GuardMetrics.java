package dev.primus.telemetry;

import dev.primus.guard.Guard;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** The meters of a guard, for Micrometer: how many late writes it refused. It needs no node in the same process. */
public final class GuardMetrics implements MeterBinder {
    private final Guard guard;

    public GuardMetrics(Guard guard) {
        this.guard = guard;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters meters = new Meters(registry, Tags.of("resource", guard.resource()));
        meters.counter("primus.guard.admitted", "writes", "writes that were let in", guard, Guard::admitted);
        meters.counter("primus.guard.rejected", "writes", "stale writes that were refused", guard, Guard::rejected);
    }
}
