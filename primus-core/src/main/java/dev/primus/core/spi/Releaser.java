package dev.primus.core.spi;

import java.util.List;

/** Gives terms back for a process that is dead. Used by the companion of that process, on one thread at a time. */
public interface Releaser {

    /**
     * Gives these back; at most one of each election.
     *
     * @return one answer for each, in the same order; fewer if the outcome of the rest is unknown
     */
    List<Answer> release(List<Parting> partings);

    /** Does once what takes longest the first time, such as to connect. Releases nothing. */
    default void warmUp() {}
}
