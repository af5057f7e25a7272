package dev.primus.server.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** How often a program is begun again, and how soon: as the supervision of duties has it by default. */
final class Restarts {
    private static final int MOST = 5;
    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final Deque<Long> spent = new ArrayDeque<>();

    /** The pause before the next; empty if there were too many. */
    Optional<Duration> next(long nanos) {
        while (!spent.isEmpty() && nanos - spent.getFirst() >= WITHIN.toNanos()) {
            spent.removeFirst();
        }
        if (spent.size() >= MOST) {
            return Optional.empty();
        }
        Duration pause = FIRST_PAUSE.multipliedBy(1L << spent.size());
        spent.addLast(nanos);
        return Optional.of(pause);
    }
}
