package dev.primus.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Makes meters that share tags. What a gauge reads is kept alive by it: otherwise it would show NaN one day. */
record Meters(MeterRegistry registry, Tags tags) {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60)
    };

    Meters with(String tag, String value) {
        return new Meters(registry, tags.and(tag, value));
    }

    Counter counter(String name, String unit, String what) {
        return Counter.builder(name).tags(tags).baseUnit(unit).description(what).register(registry);
    }

    <T> void counter(String name, String unit, String what, T read, ToDoubleFunction<T> by) {
        FunctionCounter.builder(name, read, by)
                .tags(tags)
                .baseUnit(unit)
                .description(what)
                .register(registry);
    }

    <T> void gauge(String name, String what, T read, ToDoubleFunction<T> by) {
        Gauge.builder(name, read, by)
                .tags(tags)
                .description(what)
                .strongReference(true)
                .register(registry);
    }

    <T> void microsGauge(String name, String what, T read, ToDoubleFunction<T> by) {
        TimeGauge.builder(name, read, TimeUnit.MICROSECONDS, by)
                .tags(tags)
                .description(what)
                .strongReference(true)
                .register(registry);
    }

    DistributionSummary summary(String name, String what) {
        return DistributionSummary.builder(name).tags(tags).description(what).register(registry);
    }

    Timer timer(String name, String what) {
        return Timer.builder(name).tags(tags).description(what).register(registry);
    }

    /** A timer whose spread matters, with a few buckets that fit from a statement to a long lease. */
    Timer histogram(String name, String what) {
        return Timer.builder(name)
                .tags(tags)
                .description(what)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }
}
