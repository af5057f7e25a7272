package dev.primus.core.partition;

/**
 * How much a worker can carry, or how heavy a partition of a list is, compared with others of its kind; in hundredths, so
 * that shares are worked out in whole numbers and every coordinator finds the same ones.
 */
public record Weight(int hundredths) {
    static final int MOST = 10_000;
    private static final int WHOLE = 100;

    public static final Weight ONE = new Weight(WHOLE);

    public Weight {
        if (hundredths < 1 || hundredths > MOST) {
            throw new IllegalArgumentException("weight = %s: allowed is 0.01 to 100".formatted(text(hundredths)));
        }
    }

    /** @param value with at most two decimals: what would have to be rounded is refused */
    public static Weight of(double value) {
        double hundredths = value * WHOLE;
        boolean inRange = hundredths >= 1 && hundredths <= MOST;
        if (!inRange || Math.abs(hundredths - Math.rint(hundredths)) > 1e-6) {
            throw new IllegalArgumentException(
                    "weight = %s: allowed is 0.01 to 100, with at most two decimals".formatted(value));
        }
        return new Weight((int) Math.rint(hundredths));
    }

    @Override
    public String toString() {
        return text(hundredths);
    }

    private static String text(int hundredths) {
        return hundredths % WHOLE == 0 ? Integer.toString(hundredths / WHOLE) : Double.toString(hundredths / 100.0);
    }
}
