package dev.primus.deathwatch.vigil;

import dev.primus.core.ElectionName;
import dev.primus.process.TreeKey;

/** Processes that may live only while an election is led here, and until when that is certain. */
public record Guarded(ElectionName election, TreeKey tree, long killAt) {

    /** Confirmed anew; a value that comes late never shortens what a newer one gave. */
    Guarded until(long later) {
        return later - killAt > 0 ? new Guarded(election, tree, later) : this;
    }
}
