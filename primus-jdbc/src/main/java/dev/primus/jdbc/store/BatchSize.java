package dev.primus.jdbc.store;

import java.time.Duration;

/**
 * How many elections of one verb go into a transaction. All of them, if by what the last ones took that needs no more
 * than an eighth of the time a call has: a beat is then one request, there is time left to find a row that is in the
 * way, and a machine that becomes that much slower from one beat to the next still gets it done. It begins small, grows as long as it goes well, and begins anew after a failure, since of a large batch that
 * comes to nothing nobody in it has anything.
 */
final class BatchSize {
    private static final int MOST = 20_000;
    private static final int SHARE = 8;

    private final int first;
    private final int most;
    private final long mayTake;
    private volatile int present;

    private BatchSize(int first, int most, Duration ioTimeout) {
        this.first = first;
        this.most = most;
        this.present = first;
        this.mayTake = ioTimeout.toNanos() / SHARE;
    }

    /** For what a process at rest does again and again. */
    static BatchSize growing(int first, Duration ioTimeout) {
        return new BatchSize(first, Math.max(first, MOST), ioTimeout);
    }

    /** For what happens now and then, and changes several tables: nothing is gained there by fewer requests. */
    static BatchSize fixed(int first, Duration ioTimeout) {
        return new BatchSize(first, first, ioTimeout);
    }

    int present() {
        return present;
    }

    /** A batch of that many was carried out. Small ones say more about the way to the database than about its speed. */
    void took(int elections, long nanos) {
        if (elections < Math.min(first, present)) {
            return;
        }
        double wouldFit = (double) elections * mayTake / Math.max(1, nanos);
        double next = Math.min(wouldFit, Math.min(2.0 * present, most));
        present = (int) Math.max(first, next);
    }

    void failed() {
        present = first;
    }
}
