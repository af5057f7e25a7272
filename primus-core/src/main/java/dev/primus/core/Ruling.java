package dev.primus.core;

/**
 * What a leader says to a wish.
 *
 * @param why it is not done; empty if it is
 */
public record Ruling(Outcome outcome, String why) {

    /** Whether a wish was granted. */
    public enum Outcome {
        DONE,
        /** Nothing was begun. */
        REFUSED,
        /** It was begun, or nobody has said otherwise: it may come about yet, or never. */
        UNDECIDED
    }

    public static final Ruling DONE = new Ruling(Outcome.DONE, "");

    public Ruling {
        if (why.isEmpty() != (outcome == Outcome.DONE)) {
            throw new IllegalArgumentException(
                    "ruling %s: allowed is a reason unless it is done, not '%s'".formatted(outcome, why));
        }
    }

    public static Ruling refused(String why) {
        return new Ruling(Outcome.REFUSED, why);
    }

    public static Ruling undecided(String why) {
        return new Ruling(Outcome.UNDECIDED, why);
    }

    /** Done if there is no reason against it. */
    public static Ruling unless(String why) {
        return why.isEmpty() ? DONE : refused(why);
    }
}
