package dev.primus.deathwatch.vigil;

import dev.primus.core.spi.Answer;
import dev.primus.process.ProcessState;
import dev.primus.process.TreeScan;
import java.time.Duration;
import java.util.List;

/**
 * A companion's state. Times are nanoseconds of the host's monotonic clock.
 *
 * <pre>
 * Gathering ──END──► Watching ──end of the pipe──► Checking ──dead──► Clearing ──none left──► Releasing ──► Over
 *                     ▲    └───killAt has passed──► Clearing ─┐           (only if there is a program)
 *                     └──────────none left────────────────────┘
 * Checking ──lives, or so it seems──► Doubting ──killAt has passed──► Clearing ──► Over
 * Checking ──cannot be read──► Checking, for as long as a lease runs; meanwhile at killAt ──► Clearing ──► Checking
 * </pre>
 *
 * BYE leads from everywhere to Over, and nothing but the way through Checking leads to a release.
 */
public sealed interface Vigil permits Gathering, Watching, Checking, Doubting, Clearing, Releasing, Over {

    /** @param lease how long the leases of the process run, and so how long it is worth while to go on */
    static Vigil begin(Duration lease) {
        return new Gathering(new Charge(), lease.toNanos());
    }

    Turn told(Message message, long now);

    /** No process has the other end of the pipe any more. That is not to say that anybody is dead. */
    Turn pipeEnded(long now);

    default Turn speakerIs(ProcessState state, long now) {
        return Turn.to(this);
    }

    /** These processes of the program were found, and killed. */
    default Turn treeHad(TreeScan scan, long now) {
        return Turn.to(this);
    }

    default Turn released(List<Answer> answers, long now) {
        return Turn.to(this);
    }

    /** {@link #wakeAt} has come. */
    default Turn woken(long now) {
        return Turn.to(this);
    }

    /** Whether there is a time to be woken at. */
    default boolean isWaiting() {
        return false;
    }

    default long wakeAt() {
        return 0;
    }
}
