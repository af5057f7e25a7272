package dev.primus.testkit.check;

/** What is promised of a cluster whose members decide among themselves. */
public interface PeerPromise {
    /** Whether tokens rise, and leaders exclude each other, across the whole cluster, and not on each side of it alone. */
    boolean holdsEverywhere();

    /** Whether it is known until when each leader may count on what it was promised. */
    boolean tellsDeadlines();

    /** Whether these two may lead at the same time just now. */
    boolean mayBothLead(Claimant one, Claimant other);
}
