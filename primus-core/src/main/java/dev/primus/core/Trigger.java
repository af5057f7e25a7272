package dev.primus.core;

/** Why an election begins; the names are those of the wire, and never change. */
public enum Trigger {
    /** The leader was not heard in time. */
    HEARTBEAT_TIMEOUT("admin_heartbeat_timeout"),
    /** Nobody knows of a leader. */
    DISCOVERY_FAILURE("no_admin_discovered"),
    /** Two lead, or members disagree about who belongs to them. */
    SPLIT_BRAIN("split_brain_detected"),
    /** Enough voters are within reach again. */
    QUORUM_RESTORED("quorum_restored"),
    /** Somebody asked for it: the leader who gave its term back, or an operator. */
    MANUAL("manual_trigger");

    private final String word;

    Trigger(String word) {
        this.word = word;
    }

    /** Its name on the wire, in logs and in metrics. */
    public String word() {
        return word;
    }

    /** Reads what {@link #word()} wrote. */
    public static Trigger of(String word) {
        for (Trigger each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        throw new IllegalArgumentException("trigger '%s' is not known".formatted(word));
    }
}
