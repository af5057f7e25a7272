package dev.primus.guard;

import java.util.concurrent.atomic.LongAdder;

/** Counts answers, for those who write guards. Safe for use from any thread. */
public final class Tally {
    private final LongAdder admitted = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    /** Counts {@code answer} and hands it back. */
    public Admission count(Admission answer) {
        (answer.isAdmitted() ? admitted : rejected).increment();
        return answer;
    }

    public long admitted() {
        return admitted.sum();
    }

    public long rejected() {
        return rejected.sum();
    }
}
