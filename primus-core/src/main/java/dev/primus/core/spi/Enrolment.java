package dev.primus.core.spi;

import dev.primus.core.ElectionName;

/** Makes a node's part in an election known, and the election itself if it is new. */
public record Enrolment(ElectionName election, Part part) {

    /** What a node has to do with an election. */
    public enum Part {
        CANDIDATE,
        OBSERVER,
        /** It took part and has left. */
        GONE
    }
}
