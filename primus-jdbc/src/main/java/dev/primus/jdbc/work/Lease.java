package dev.primus.jdbc.work;

import java.util.concurrent.TimeUnit;

/** How a worker's row is judged, by the statement that reads or changes it. */
final class Lease {
    /** A statement that has waited for the row judges it by a time that has passed; nobody waits for so long. */
    private static final long DRIFT_MICROS = TimeUnit.MINUTES.toMicros(1);

    static final String LIVING = "state IN ('ACTIVE', 'DRAINING')";

    /** What another clock has stamped never counts as ended: see {@link WorkerRow#adopt}. */
    static final String ENDED = "(clock_id = {clock} AND expires_us <= {now})";

    static final String RUNS = "(" + LIVING + " AND NOT " + ENDED + ")";

    /** Stamped by another clock, or by this one before it was set back. */
    static final String STRANGE = "(clock_id <> {clock} OR expires_us - {now} > lease_us + %d)".formatted(DRIFT_MICROS);

    /** A strange lease counts in full from now on. */
    static final String LEFT = "CASE WHEN " + STRANGE + " THEN lease_us ELSE expires_us - {now} END";

    private Lease() {}
}
