package dev.primus.cluster;

import dev.primus.cluster.tally.Tally;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was dropped, and says it once a minute for each reason, however often it happens. From any thread. */
final class Drops {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.cluster");

    private final Tally<Dropped> tally;

    Drops() {
        this(System::nanoTime);
    }

    Drops(LongSupplier nanoTime) {
        this.tally = new Tally<>(Dropped.class, nanoTime);
    }

    void count(Dropped reason, Object whom) {
        count(reason, 1, whom);
    }

    void count(Dropped reason, int times, Object whom) {
        long total = tally.add(reason, times);
        if (tally.worthALine(reason)) {
            String what = "dropped ({}): {} {}; {} so far, no more lines about it for a minute";
            if (reason == Dropped.UNREACHABLE || reason == Dropped.NOT_A_MEMBER) {
                LOG.debug(what, reason, whom, reason.words(), total);
            } else if (reason == Dropped.BROKEN_HANDSHAKE) {
                LOG.info(what, reason, whom, reason.words(), total);
            } else {
                LOG.warn(what, reason, whom, reason.words(), total);
            }
        }
    }

    long of(Dropped reason) {
        return tally.of(reason);
    }

    Map<Dropped, Long> all() {
        return tally.all();
    }
}
