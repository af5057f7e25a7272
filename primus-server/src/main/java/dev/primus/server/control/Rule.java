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
    NOT_PAUSED,
    /** The node does not vote: its elections are decided otherwise. */
    NO_BALLOT,
    /** The voters' own rules: a window is open, an election goes on, or nobody may stand. */
    NO_ELECTION_NOW,
    /** Who votes is only counted: there are no names to show or to change. */
    VOTERS_COUNTED,
    /** The leader's own rules: another change is under way, it would be none, or too few would be left. */
    NO_CHANGE_NOW,
    /** The node has seen no such election, or forgotten it. */
    NOT_REMEMBERED
}
