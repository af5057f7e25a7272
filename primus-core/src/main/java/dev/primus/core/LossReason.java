package dev.primus.core;

/** Why a term ended: a closed list, born where the decision is taken and shown unchanged everywhere. */
public enum LossReason {
    /** The leader resigned. */
    RELEASED,
    /** The leader handed over to a named node. */
    TRANSFERRED,
    /** An operator asked for a new election. */
    TRIGGERED,
    /** The leader's node left or stopped. */
    SHUTDOWN,
    /** The lease was not renewed in time. */
    EXPIRED,
    /** Another node holds the election now. */
    TAKEN,
    /** A pause made the leadership doubtful and it could not be confirmed. */
    SUSPECT,
    /** A duty failed beyond its policy. */
    DUTY_FAILED,
    /** A health check demoted the leader. */
    UNHEALTHY,
    /** The leader lost its quorum. */
    NO_QUORUM,
    /** Two sides of a partition were merged. */
    MERGED,
    /** The leader's process died. */
    CRASHED;

    /** Whether its leader has failed, rather than gone by a wish, its own or somebody else's. */
    public boolean isFailure() {
        return switch (this) {
            case EXPIRED, DUTY_FAILED, UNHEALTHY, NO_QUORUM, CRASHED -> true;
            case RELEASED, TRANSFERRED, TRIGGERED, SHUTDOWN, TAKEN, SUSPECT, MERGED -> false;
        };
    }
}
