package dev.primus.telemetry;

import dev.primus.Health;
import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** The meters of a node as a whole. */
final class NodeMeters {
    private final Meters meters;
    private final Timer renewal;
    private final Timer headroom;
    private final Counter unconfirmed;
    private final Timer pause;
    private final AtomicBoolean clockIsKnown = new AtomicBoolean();
    private volatile long clockOffsetMicros;

    NodeMeters(Meters meters, Supplier<Health> health) {
        this.meters = meters;
        meters.gauge("primus.healthy", "1 while the node's loop goes on, 0 once it is stuck", health, asked -> {
            return asked.get().isUp() ? 1 : 0;
        });
        this.renewal = meters.histogram("primus.renewal", "calls that renew all that this node holds");
        this.headroom = meters.histogram(
                "primus.renewal.headroom", "what was left of the nearest deadline when a renewal was answered");
        this.unconfirmed = meters.counter(
                "primus.unconfirmed.renewals", "renewals", "elections whose renewal was refused or not answered");
        this.pause = meters.timer("primus.pause", "stretches in which this process stood still while it led");
    }

    void watch(FeedReader reader) {
        meters.counter(
                "primus.feed.dropped", "records", "records that these meters missed", reader, FeedReader::dropped);
    }

    void read(FeedRecord record) {
        switch (record.kind()) {
            case RENEWED -> renewed(record);
            case CLOCK_READ -> Details.number(record, "offset_micros").ifPresent(this::clockIsOff);
            case PAUSED ->
                Details.number(record, "millis").ifPresent(millis -> pause.record(Duration.ofMillis(millis)));
            default -> {}
        }
    }

    private void renewed(FeedRecord record) {
        Details.number(record, "micros").ifPresent(micros -> renewal.record(Duration.of(micros, ChronoUnit.MICROS)));
        Details.number(record, "headroom_millis").ifPresent(millis -> headroom.record(Duration.ofMillis(millis)));
        Details.number(record, "unconfirmed").ifPresent(unconfirmed::increment);
    }

    /** A store whose clock does not show the time of day has no such meter, rather than one without meaning. */
    private void clockIsOff(long micros) {
        clockOffsetMicros = micros;
        if (clockIsKnown.compareAndSet(false, true)) {
            meters.microsGauge(
                    "primus.store.clock.offset",
                    "this node's wall clock minus the store's clock, at the last row that was read",
                    this,
                    all -> all.clockOffsetMicros);
        }
    }
}
