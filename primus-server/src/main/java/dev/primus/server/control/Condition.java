package dev.primus.server.control;

import dev.primus.Part;

/** What can be waited for. */
public enum Condition {
    /** The node itself leads. */
    LEADING,
    /** Somebody leads, as far as the node knows. */
    LEADER,
    /** The node holds nothing, and its duties have ended. */
    RELEASED;

    boolean holds(Part part, boolean someoneLeads) {
        return switch (this) {
            case LEADING -> part == Part.LEADING;
            case LEADER -> someoneLeads;
            case RELEASED -> part == Part.STANDBY || part == Part.OBSERVING || part == Part.AWAY;
        };
    }
}
