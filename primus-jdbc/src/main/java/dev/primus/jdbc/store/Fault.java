package dev.primus.jdbc.store;

/** What an error of the database means for the request that met it. */
public enum Fault {
    /** Somebody else was in the way: nothing was done, the connection is sound, another try may do. */
    BUSY,
    /** Anything else: whether it was done is not known, and the connection is not to be used again. */
    BROKEN
}
