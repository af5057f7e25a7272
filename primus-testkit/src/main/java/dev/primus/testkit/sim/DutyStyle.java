package dev.primus.testkit.sim;

/** How the duties of a simulation behave when they are told to stop. */
public enum DutyStyle {
    /** There are none. */
    NONE,
    /** They stop at once. */
    PROMPT,
    /** They take most of the time they have. */
    SLOW,
    /** They take longer than they may, and are abandoned. */
    STUBBORN
}
