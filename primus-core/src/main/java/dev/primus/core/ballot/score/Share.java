package dev.primus.core.ballot.score;

/** A part of a whole, from nothing to all of it, in millionths: two machines never disagree about a last digit. */
public record Share(int millionths) implements Comparable<Share> {
    static final int WHOLE = 1_000_000;

    public static final Share NONE = new Share(0);
    public static final Share ALL = new Share(WHOLE);

    public Share {
        if (millionths < 0 || millionths > WHOLE) {
            throw new IllegalArgumentException(
                    "share = %d millionths: allowed is 0 to %d".formatted(millionths, WHOLE));
        }
    }

    /** The millionth that is nearest to a measured or configured value. */
    public static Share of(String field, double value) {
        if (!isAllowed(value)) {
            throw new IllegalArgumentException("%s = %s: allowed is 0 to 1".formatted(field, value));
        }
        return new Share((int) Math.round(value * WHOLE));
    }

    /** So much of so much, to the nearest millionth; more than all is all, and of nothing there is nothing. */
    public static Share of(long part, long whole) {
        if (part <= 0 || whole <= 0) {
            return NONE;
        }
        if (part >= whole) {
            return ALL;
        }
        // What is too large to be multiplied loses digits that are far below a millionth.
        int surplus = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(whole) - 42);
        long divisor = whole >> surplus;
        return new Share((int) (((part >> surplus) * WHOLE + divisor / 2) / divisor));
    }

    /** Whether it is a number from 0 to 1. */
    static boolean isAllowed(double value) {
        return value >= 0 && value <= 1;
    }

    @Override
    public int compareTo(Share other) {
        return Integer.compare(millionths, other.millionths);
    }

    /** As people write it: {@code 0.25}. */
    @Override
    public String toString() {
        return text(millionths);
    }

    static String text(long millionths) {
        String fraction = Long.toString(WHOLE + millionths % WHOLE).substring(1).replaceAll("0+$", "");
        return millionths / WHOLE + (fraction.isEmpty() ? "" : "." + fraction);
    }
}
