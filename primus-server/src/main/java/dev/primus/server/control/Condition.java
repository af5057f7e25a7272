package dev.primus.server.control;

import dev.primus.DutyStatus;
import dev.primus.Part;

/** What can be waited for. */
public enum Condition {
    /** The node itself leads. */
    LEADING,
    /** Somebody leads, as far as the node knows. */
    LEADER,
    /** The node holds nothing, and its duties have ended. */
    RELEASED;

    boolean holds(Answer.Seat seat) {
        return switch (this) {
            case LEADING -> seat.part() == Part.LEADING;
            case LEADER -> seat.leader() != null;
            case RELEASED -> holdsNothing(seat) && seat.duties().stream().noneMatch(Condition::goesOn);
        };
    }

    private static boolean holdsNothing(Answer.Seat seat) {
        return seat.part() == Part.STANDBY || seat.part() == Part.OBSERVING;
    }

    /** A duty that does not heed its interrupt works on, though its node stands by again. */
    static boolean goesOn(DutyStatus duty) {
        return duty.state() == DutyStatus.State.RUNNING || duty.state() == DutyStatus.State.STOPPING;
    }
}
