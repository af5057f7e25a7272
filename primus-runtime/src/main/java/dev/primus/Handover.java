package dev.primus;

/** How giving leadership up went. */
public enum Handover {
    /** Duties stopped, and the store has confirmed that the election is free. */
    RELEASED,
    /** Given up here, but not confirmed: the lease runs out by itself. */
    UNCONFIRMED,
    /** This node did not lead. */
    NOT_LEADING
}
