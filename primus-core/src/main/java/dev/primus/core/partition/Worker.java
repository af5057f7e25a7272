package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.regex.Pattern;

/**
 * One that partitions can be given to. It is known by its name and not by its incarnation: a worker that was restarted and
 * is back before its partitions were given away keeps them.
 *
 * @param capacity how much it takes, compared with other workers
 * @param zone what it shares the fate of, such as a data centre; counts only if {@link PlanSettings#zones()} says so
 */
public record Worker(NodeName name, Weight capacity, String zone, Standing standing) {

    /** The zone of workers that were given none. */
    public static final String NO_ZONE = "-";

    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9_.:/-]{1,63}");

    /** What may be expected of a worker. */
    public enum Standing {
        /** Works, and takes partitions. */
        ACTIVE,
        /** Works, and is to give away all it has. */
        DRAINING,
        /** Holds nothing any more, and that is certain: its own lease has ended and it cannot get it back. */
        DEAD
    }

    public Worker {
        if (zone == null || !ZONE.matcher(zone).matches()) {
            throw new IllegalArgumentException(
                    "zone '%s' of worker %s is not usable: allowed is %s".formatted(zone, name, ZONE.pattern()));
        }
    }

    public static Worker active(String name) {
        return new Worker(new NodeName(name), Weight.ONE, NO_ZONE, Standing.ACTIVE);
    }

    public Worker withCapacity(double other) {
        return new Worker(name, Weight.of(other), zone, standing);
    }

    public Worker inZone(String other) {
        return new Worker(name, capacity, other, standing);
    }

    public Worker with(Standing other) {
        return new Worker(name, capacity, zone, other);
    }
}
