package dev.primus.guard;

import dev.primus.Leadership;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A mark in memory, for a resource that lives in one process. Safe for use from any thread.
 *
 * <p>A restart forgets everything: until a barrier or a write of the present leader has come, a former one gets through.
 * Where that matters, keep the mark where the data is.
 */
public final class MemoryFence implements Guard, Barrier {
    private final String resource;
    private final ReentrantLock turn = new ReentrantLock();
    private final Tally tally = new Tally();
    private HighWaterMark mark = HighWaterMark.NONE;

    public MemoryFence(String resource) {
        this.resource = resource;
    }

    /** What is done if the token is good enough. */
    @FunctionalInterface
    public interface Write<E extends Exception> {
        void run() throws E;
    }

    /**
     * Judges, and writes if admitted; nobody with a higher token comes in between. Writes are done one at a time, and a
     * barrier waits for the one that runs: keep them short.
     */
    public <E extends Exception> Admission write(Claim claim, Write<E> write) throws E {
        turn.lock();
        try {
            Admission answer = tally.count(judge(claim));
            if (answer.isAdmitted()) {
                write.run();
            }
            return answer;
        } finally {
            turn.unlock();
        }
    }

    /**
     * Judges only. When this returns a higher token may already have come, so the write needs an order of its own after
     * the check: {@link #write} gives it.
     */
    public Admission offer(Claim claim) {
        return write(claim, () -> {});
    }

    @Override
    public void raise(Leadership leadership) {
        turn.lock();
        try {
            judge(Claim.of(leadership)).orThrow();
        } finally {
            turn.unlock();
        }
    }

    /** Whether somebody waits for a write to end. */
    boolean hasQueue() {
        return turn.hasQueuedThreads();
    }

    /** Under the lock. */
    private Admission judge(Claim claim) {
        Admission answer = mark.judge(resource, claim);
        mark = mark.raisedBy(claim);
        return answer;
    }

    @Override
    public String resource() {
        return resource;
    }

    @Override
    public long admitted() {
        return tally.admitted();
    }

    @Override
    public long rejected() {
        return tally.rejected();
    }
}
