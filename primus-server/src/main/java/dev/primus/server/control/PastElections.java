package dev.primus.server.control;

import dev.primus.core.ElectionName;
import java.util.List;

/** Elections that a node has seen in this life or a former one. From any thread. */
public interface PastElections {
    /** For a node that keeps nothing. */
    PastElections NONE = election -> List.of();

    /** Newest first; those that cannot be read are left out. */
    List<Answer.Explained> of(ElectionName election);
}
