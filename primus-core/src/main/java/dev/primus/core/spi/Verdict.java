package dev.primus.core.spi;

/** A store's answer in three values; {@link #UNKNOWN} is neither of the others and must never be read as one. */
public enum Verdict {
    /** It was done, and the store has said so. */
    YES,
    /** It was surely not done. */
    NO,
    /** The request may or may not have been carried out, or may yet be. */
    UNKNOWN
}
