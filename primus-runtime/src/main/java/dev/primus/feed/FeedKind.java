package dev.primus.feed;

/** What can happen. The names in lower case are part of the stable record format. */
public enum FeedKind {
    JOINED,
    LEFT,
    BECAME_LEADER,
    LOST_LEADERSHIP,
    RELEASED,
    LEADER_CHANGED,
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
    INTERNAL_ERROR;

    /** Whether an operator should look at it even if all goes on. */
    public boolean isAlarming() {
        return switch (this) {
            case LOST_LEADERSHIP,
                    JOINED,
                    LEFT,
                    BECAME_LEADER,
                    RELEASED,
                    LEADER_CHANGED,
                    RESUMED,
                    DUTY_STARTED,
                    DUTY_ENDED,
                    DUTY_RESTARTING,
                    STORE_BACK,
                    HINTS_UP,
                    HINTS_DOWN -> false;
            case SUSPENDED,
                    DUTY_FAILED,
                    DUTY_ABANDONED,
                    DUTY_GAVE_UP,
                    LISTENER_FAILED,
                    PAUSED,
                    STORE_LOST,
                    STORE_WENT_BACK,
                    CLOCK_DISTRUSTED,
                    INTERNAL_ERROR -> true;
        };
    }
}
