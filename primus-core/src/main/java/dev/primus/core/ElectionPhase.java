package dev.primus.core;

import java.util.Locale;

/** How far a member is with an election, for those who look on. */
public enum ElectionPhase {
    /** It follows a leader, leads, or waits. */
    IDLE,
    /** It asks whether anybody leads. */
    DISCOVERING,
    /** Candidates stand, and voters vote. */
    ELECTING,
    /** Kept for those who hand keys over after an election; nothing here is ever in it. */
    RECONSTRUCTING_KEYS,
    /** An election has just been decided, or has failed. */
    COMPLETE;

    /** Its name in messages and records. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
