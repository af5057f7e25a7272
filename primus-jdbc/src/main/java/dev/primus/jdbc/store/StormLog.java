package dev.primus.jdbc.store;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the store fails once a minute, with a count, however often it does. */
final class StormLog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.jdbc");
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final String who;
    private final LongSupplier nanoTime;
    private long unreported;
    private long spokeAt;
    private boolean alarmed;

    StormLog(String who) {
        this(who, System::nanoTime);
    }

    StormLog(String who, LongSupplier nanoTime) {
        this.who = who;
        this.nanoTime = nanoTime;
        this.spokeAt = nanoTime.getAsLong() - QUIET;
    }

    synchronized void failed(String verb, String cause) {
        unreported++;
        long now = nanoTime.getAsLong();
        if (now - spokeAt >= QUIET) {
            LOG.warn("{}: {} failed, {} failures since the last such line: {}", who, verb, unreported, cause);
            spokeAt = now;
            unreported = 0;
            alarmed = true;
        }
    }

    synchronized void succeeded() {
        if (alarmed) {
            LOG.info("{}: the store answers again", who);
            alarmed = false;
        }
    }
}
