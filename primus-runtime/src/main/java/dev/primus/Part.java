package dev.primus;

/** Where a node stands in an election, in a word for operators. */
public enum Part {
    /** Leads. */
    LEADING,
    /** Leads as far as the store knows, but a pause, or silence, made it doubt that; holds nothing until it is confirmed. */
    IN_DOUBT,
    /** Holds nothing any more; its duties are ending and the election is being given back. */
    STEPPING_DOWN,
    /** Would lead if it could. */
    STANDBY,
    /** Only watches. */
    OBSERVING,
    /** Takes no part, or not yet. */
    AWAY
}
