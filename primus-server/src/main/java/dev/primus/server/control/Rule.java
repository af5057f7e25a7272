package dev.primus.server.control;

/** What forbids an act. */
public enum Rule {
    /** The node has no part in that election. */
    NOT_TAKING_PART,
    /** The node only observes. */
    OBSERVER,
    /** Only who leads can give leadership up. */
    NOT_LEADING,
    /** It would be handed to the one that has it. */
    ALREADY_LEADING,
    /** No candidate of that name is alive. */
    NO_SUCH_CANDIDATE,
    /** The election must not change hands. */
    PAUSED,
    ALREADY_PAUSED,
    NOT_PAUSED
}
