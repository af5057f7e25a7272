package dev.primus.core.partition;

/**
 * What is asked of a plan besides being even.
 *
 * @param zones whether the partitions of each list are spread over zones, too, in proportion to what the workers there
 *     carry: with few partitions it matters that not all of them are in one place
 * @param movesInFlight how many partitions may be on the move at a time, those counted that already are; what nobody has is
 *     given out at once
 * @param tolerance in percent of its share, how far the sum of what a worker has of all lists may be off before partitions
 *     are moved for that reason alone; a worker that is off by one partition or less is never helped so
 */
public record PlanSettings(boolean zones, int movesInFlight, int tolerance) {

    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Zones do not count, all moves at once, sums within a tenth. */
    public static final PlanSettings DEFAULT = new PlanSettings(false, UNLIMITED, 10);

    public PlanSettings {
        if (movesInFlight < 1) {
            throw new IllegalArgumentException(
                    "moves_in_flight = %d: allowed is 1 and above, or UNLIMITED".formatted(movesInFlight));
        }
        if (tolerance < 0 || tolerance > 100) {
            throw new IllegalArgumentException("tolerance = %d: allowed is 0 to 100 percent".formatted(tolerance));
        }
    }

    public PlanSettings withZones(boolean other) {
        return new PlanSettings(other, movesInFlight, tolerance);
    }

    public PlanSettings withMovesInFlight(int other) {
        return new PlanSettings(zones, other, tolerance);
    }

    public PlanSettings withTolerance(int other) {
        return new PlanSettings(zones, movesInFlight, other);
    }
}
