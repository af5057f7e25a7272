package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.spi.Mark;
import org.jspecify.annotations.Nullable;

/** What a member knows of one election, seen by the rules for how long it is kept. */
public interface RetainedElection {

    ElectionName election();

    /** Whether no promise may still bind, no term may still run, and nothing here is waited for. */
    boolean isIdle(MonoTime now);

    /** The promise that is on the disk, or on its way there; null if there is none. */
    @Nullable
    Mark promise();

    Roll roll();
}
