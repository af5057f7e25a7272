package dev.primus.core.partition;

/**
 * Why a partition moves. In the order in which moves are begun when not all may be: first what was begun, then work that
 * nobody does, then what could be done twice, then what people asked for, and last what only makes things even.
 */
public enum Reason {
    /** It was on its way there already. */
    UNDER_WAY("is on its way"),
    /** Nobody had it: it is new, or its list has grown, or it was let go. */
    UNOWNED("nobody has it"),
    /** Who had it is dead, or is no worker any more. */
    DEAD("its worker is gone"),
    /** Several claimed it: all but one let go. */
    CONTESTED("several have it"),
    /** Its list was made shorter or is no more, so it is no partition any more. */
    REMOVED("it is no more"),
    /** It was excluded: nobody is to have it. */
    EXCLUDED("it is excluded"),
    /** It was pinned to a worker. */
    PINNED("it is pinned"),
    /** Who has it is to give away all it has. */
    DRAINING("its worker drains"),
    /** Who has it has more of this list than its share. */
    SHARE("evens out the list"),
    /** Who has it has more of all lists together than its share, by more than is tolerated. */
    SUM("evens out the sum of all lists");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
