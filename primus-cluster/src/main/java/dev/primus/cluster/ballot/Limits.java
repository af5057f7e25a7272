package dev.primus.cluster.ballot;

/** How much of anything there may be, for those who write and for those who read. */
final class Limits {
    /** A whole envelope, as large as a link carries by default. */
    static final int ENVELOPE_BYTES = 64 * 1024;

    /** A text that people wrote, or a name; in characters. */
    static final int TEXT = 4_096;

    /** Entries of a list: as many as there may be voters. */
    static final int LIST = 1_024;

    /** Messages in one envelope. */
    static final int MESSAGES = 1_024;

    private Limits() {}
}
