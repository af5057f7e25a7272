package dev.primus.server.control;

/** How an act went. */
public enum Outcome {
    /** Only told what would be done. */
    PLANNED,
    DONE,
    /** A rule forbids it; nothing was changed. */
    REFUSED,
    /** It did not come about as asked. */
    FAILED,
    /** It may have come about or not: look before it is repeated. */
    UNKNOWN
}
