package dev.primus.runtime.work;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.partition.move.Shift;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has at one moment, and until when unless its lease is renewed.
 *
 * @param life null if it is not enlisted
 */
record Possession(@Nullable NodeId life, Shift shift, MonoTime stopBy) {
    static final Possession NOTHING = new Possession(null, Shift.BEGUN, new MonoTime(0));

    Possession with(Shift other) {
        return new Possession(life, other, stopBy);
    }

    Possession until(MonoTime later) {
        return new Possession(life, shift, later);
    }
}
