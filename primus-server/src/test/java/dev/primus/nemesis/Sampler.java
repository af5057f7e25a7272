package dev.primus.nemesis;

import dev.primus.Election;
import dev.primus.Leadership;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks every ten milliseconds whether this process believes to lead, and writes each "yes" down with the host's
 * monotonic clock before and after the question: at some instant between the two it was believed.
 *
 * <p>{@link System#nanoTime()} is CLOCK_MONOTONIC on Linux with HotSpot, so the stamps of all processes of one host can
 * be compared; the Javadoc promises no such thing, and the tests check it for every process they start.
 */
final class Sampler implements Runnable {
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long REPEAT_NO = TimeUnit.SECONDS.toNanos(1);

    private final List<Election> elections;
    private final JournalWriter journal;
    private final Map<Election, Leadership> latest = new HashMap<>();
    private final Map<Election, Long> saidNoAt = new HashMap<>();

    Sampler(List<Election> elections, JournalWriter journal) {
        this.elections = elections;
        this.journal = journal;
    }

    @Override
    public void run() {
        while (!Thread.currentThread().isInterrupted()) {
            elections.forEach(this::sample);
            LockSupport.parkNanos(PERIOD);
        }
    }

    /** The handle of a former term is asked too: it must never say yes again. */
    private void sample(Election election) {
        election.leadership().ifPresent(now -> latest.put(election, now));
        Leadership leadership = latest.get(election);
        long before = System.nanoTime();
        boolean held = leadership != null && leadership.isHeld();
        long after = System.nanoTime();
        if (held) {
            saidNoAt.remove(election);
            journal.note("held", election.name(), leadership.token(), before, after);
        } else if (!saidNoAt.containsKey(election) || after - saidNoAt.get(election) > REPEAT_NO) {
            saidNoAt.put(election, after);
            journal.note("free", election.name(), leadership == null ? 0 : leadership.token(), before, after);
        }
    }
}
