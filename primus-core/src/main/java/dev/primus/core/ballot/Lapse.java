package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;

/**
 * Another has heard this member swear to more than its own disk knows of.
 *
 * @param known the highest term on the disk
 * @param told the one that it was told of
 * @param by who has told it
 */
record Lapse(ElectionName election, long known, long told, NodeId by) {

    /** What it means, and what to do, for people. */
    String said() {
        return ("in '%s' this node has sworn to term %d, which %s has heard, and its vote file knows of %d at most:"
                        + " the file is an older copy, or another node's. It neither votes nor stands there. Stop the"
                        + " node, remove the file, so that it begins in silence, and start it again")
                .formatted(election, told, by, known);
    }
}
