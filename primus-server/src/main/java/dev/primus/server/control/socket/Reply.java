package dev.primus.server.control.socket;

import dev.primus.server.control.Answer;

/** What came of a request: the difference that matters is whether the node may have heard it. */
public sealed interface Reply {

    /** The node has answered. */
    record Heard(Answer answer) implements Reply {}

    /**
     * Nobody has heard it.
     *
     * @param isDead whether nobody is there who could
     */
    record NotReached(String why, boolean isDead) implements Reply {}

    /** The node may have heard it, and done it; no answer came. */
    record Lost(String why) implements Reply {}
}
