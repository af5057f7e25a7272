package dev.primus.testkit.check;

import java.util.List;

/** A process that takes part in elections and may say that it leads. */
public interface Claimant {
    String name();

    /** Whether anybody in it can ask right now; nobody can in a process that has ended. */
    boolean canBeAsked();

    /** The elections it takes part in. */
    List<Part> parts();

    /** Its own monotonic clock. */
    long ownTime();

    /** Whether no pause has kept it from acting of late. */
    boolean isUndisturbed();
}
