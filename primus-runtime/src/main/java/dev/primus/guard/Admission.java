package dev.primus.guard;

import java.io.Serializable;

/** A guard's answer to a write. */
public sealed interface Admission {
    String resource();

    default boolean isAdmitted() {
        return this instanceof Admitted;
    }

    /**
     * The same as an exception, for those who would rather not look.
     *
     * @throws StaleTokenException if a higher token was there before
     * @throws IllegalArgumentException if there was no token to judge
     */
    void orThrow();

    /** Let in. */
    record Admitted(String resource, long token) implements Admission {
        @Override
        public void orThrow() {}
    }

    /**
     * Refused: the writer was replaced, or never led.
     *
     * @param offered the write's token
     * @param highest what the resource has seen; equal to {@code offered} if that was another owner's, and below it
     *     only where terms are compared exactly and the store has forgotten this one
     */
    record Stale(String resource, long offered, long highest) implements Admission, Serializable {
        @Override
        public void orThrow() {
            throw new StaleTokenException(this);
        }
    }

    /** Refused: what came with the write is no token. */
    record Unreadable(String resource, String problem) implements Admission {
        @Override
        public void orThrow() {
            throw new IllegalArgumentException("%s: %s".formatted(resource, problem));
        }
    }
}
