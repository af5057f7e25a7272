package dev.primus.feed;

/** What can happen. The names in lower case are part of the stable record format. */
public enum FeedKind {
    JOINED,
    LEFT,
    /** A bid is made. */
    ELECTION_STARTED,
    /** Nodes have voted, with or without a winner. Told by each of them as it has seen it. */
    ELECTION_COMPLETE,
    /** A standby has looked who leads. Routine. */
    ELECTION_CHECK,
    BECAME_LEADER,
    /** Nothing is held from here on; duties are told to stop. */
    REVOKED,
    /** A term is over: duties have ended and it was given back, or it had been lost. */
    LOST_LEADERSHIP,
    /** The leader's lease ran out without a word from it, or was given back since its process died. */
    LEADER_DOWN,
    LEADER_CHANGED,
    /** An operator has paused the election: nobody takes it over. Told by nodes that do not lead. */
    ELECTION_PAUSED,
    ELECTION_RESUMED,
    /** Two lead, or one by other rules than this node's. */
    SPLIT_BRAIN_DETECTED,
    /** There has been no leader for several leases. */
    LEADERLESS,
    SUSPENDED,
    RESUMED,
    DUTY_STARTED,
    DUTY_ENDED,
    DUTY_FAILED,
    DUTY_RESTARTING,
    DUTY_ABANDONED,
    DUTY_GAVE_UP,
    LISTENER_FAILED,
    PAUSED,
    STORE_LOST,
    STORE_BACK,
    HINTS_UP,
    HINTS_DOWN,
    STORE_WENT_BACK,
    CLOCK_DISTRUSTED,
    DEATH_WATCH_UP,
    DEATH_WATCH_DOWN,
    INTERNAL_ERROR,
    /** An operator did something to this node, or tried to. */
    CONTROL,
    /** The coordinator sees a node that was not there before. */
    NODE_UP,
    /** The coordinator no longer sees a node that has not taken its leave. */
    NODE_DOWN,
    /** A node that was down is back without having been restarted: it had been cut off, or stood still. */
    PARTITION_SEEN,
    /** Told by the coordinator when it begins, and whenever it has changed. */
    CLUSTER_HEALTHY,
    CLUSTER_DEGRADED,
    /** One call has asked for the renewal of all that is held. Routine. */
    RENEWED,
    /** A row was read, and with it the store's clock, if that shows the time of day. Routine. */
    CLOCK_READ;

    /** Whether it happens all the time: only those who ask for it are told, and nobody remembers it. */
    public boolean isRoutine() {
        return this == ELECTION_CHECK || this == RENEWED || this == CLOCK_READ;
    }

    /** Whether an operator should look at it even if all goes on. */
    public boolean isAlarming() {
        return switch (this) {
            case JOINED,
                    LEFT,
                    ELECTION_STARTED,
                    ELECTION_COMPLETE,
                    ELECTION_CHECK,
                    BECAME_LEADER,
                    REVOKED,
                    LOST_LEADERSHIP,
                    LEADER_DOWN,
                    LEADER_CHANGED,
                    ELECTION_RESUMED,
                    RESUMED,
                    DUTY_STARTED,
                    DUTY_ENDED,
                    DUTY_RESTARTING,
                    STORE_BACK,
                    DEATH_WATCH_UP,
                    HINTS_UP,
                    HINTS_DOWN,
                    CONTROL,
                    NODE_UP,
                    CLUSTER_HEALTHY,
                    RENEWED,
                    CLOCK_READ -> false;
            case ELECTION_PAUSED,
                    SPLIT_BRAIN_DETECTED,
                    LEADERLESS,
                    SUSPENDED,
                    DUTY_FAILED,
                    DUTY_ABANDONED,
                    DUTY_GAVE_UP,
                    LISTENER_FAILED,
                    PAUSED,
                    STORE_LOST,
                    STORE_WENT_BACK,
                    CLOCK_DISTRUSTED,
                    DEATH_WATCH_DOWN,
                    NODE_DOWN,
                    PARTITION_SEEN,
                    CLUSTER_DEGRADED,
                    INTERNAL_ERROR -> true;
        };
    }
}
