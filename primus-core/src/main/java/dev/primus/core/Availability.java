package dev.primus.core;

/** What a cluster prefers when it is torn apart. */
public enum Availability {
    /**
     * Every side of a partition goes on with a leader of its own; when they meet, one remains. Two leaders at once are
     * possible, and each side's tokens rise by themselves: only for work that bears it.
     */
    AVAILABLE,
    /** Only a majority of the configured members has a leader; never two. */
    MAJORITY,
    /**
     * The same, of those who were last known: the leader takes in who comes, and lets go who has been gone for long, one at a
     * time and each with a majority of both. Never two leaders; but who is left of many decides for them. Ballot only.
     */
    LAST_KNOWN,
    /** For two members: while they cannot reach each other, a row in a database decides which of them leads. */
    LEASE_TIE_BREAK
}
