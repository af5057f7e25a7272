package dev.primus.jdbc.store;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that the store fails once a minute, with a count, however often it does. */
final class StormLog {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.jdbc");
    private static final long QUIET = TimeUnit.MINUTES.toNanos(1);

    private final String who;
    private long unreported;
    private long spokeAt = System.nanoTime() - QUIET;
    private boolean alarmed;

    StormLog(String who) {
        this.who = who;
    }

    synchronized void failed(String verb, String cause) {
        unreported++;
        if (System.nanoTime() - spokeAt >= QUIET) {
            LOG.warn("{}: {} failed, {} failures since the last such line: {}", who, verb, unreported, cause);
            spokeAt = System.nanoTime();
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
