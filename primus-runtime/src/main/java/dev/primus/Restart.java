package dev.primus;

/** When a duty is begun again in the same term, in the words of OTP. */
public enum Restart {
    /** However it ended. For work that has no end of its own. */
    PERMANENT,
    /** Only if it failed; one that returned is done for this term. */
    TRANSIENT,
    /** Never; not even if a sibling's failure stopped it. */
    TEMPORARY
}
