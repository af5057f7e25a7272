package dev.primus.server.duties.polls;

import java.util.Locale;

/** What has become of a due time. From {@link #DONE} on it stays as it is. */
public enum RunState {
    /** Not due yet, or not yet known to enough members to be begun. Never on record. */
    PENDING,
    /** On record, and ordered from a node, which may or may not have begun. */
    RUNNING,
    /** The check succeeded. */
    DONE,
    /** The check failed, or its result is not known. */
    FAILED,
    /** It was never begun. */
    MISSED;

    public boolean isEnded() {
        return compareTo(DONE) >= 0;
    }

    /** Its name for people and programs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
