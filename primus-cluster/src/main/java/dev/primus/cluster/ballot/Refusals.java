package dev.primus.cluster.ballot;

import dev.primus.cluster.tally.Tally;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was refused, and says it once a minute for each reason, however often it happens. From any thread. */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.cluster.ballot");

    private final Tally<Refusal> tally = new Tally<>(Refusal.class, System::nanoTime);

    void count(Refusal reason, Object whom, String detail) {
        long total = tally.add(reason, 1);
        if (tally.worthALine(reason)) {
            LOG.warn(
                    "refused ({}): what came from or goes to {} {} ({}); {} so far, no more lines about it for a minute",
                    reason,
                    whom,
                    reason.words(),
                    detail,
                    total);
        }
    }

    Map<Refusal, Long> all() {
        return tally.all();
    }
}
