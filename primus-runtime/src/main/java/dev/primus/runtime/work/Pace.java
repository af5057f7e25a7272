package dev.primus.runtime.work;

import java.time.Duration;

/** How often to look: often while things change, and less and less often while they do not. Safe for use from any thread. */
final class Pace {
    private final Duration least;
    private final Duration most;
    private Duration present;

    Pace(Duration least, Duration most) {
        this.least = least;
        this.most = most;
        this.present = least;
    }

    /** Something has changed, and more may. */
    synchronized void quicken() {
        present = least;
    }

    /** The wait before the next look. */
    synchronized Duration next() {
        Duration wait = present;
        Duration twice = present.multipliedBy(2);
        present = twice.compareTo(most) < 0 ? twice : most;
        return wait;
    }
}
