package dev.primus.core.spi;

import dev.primus.core.NodeId;
import dev.primus.core.partition.Weight;
import dev.primus.core.partition.Worker;

/**
 * What a worker says of itself when it begins.
 *
 * @param capacity how much it takes, compared with others
 * @param zone what it shares the fate of
 * @param about for people, such as a host and a version; at most 500 characters
 */
public record WorkerCard(NodeId id, Weight capacity, String zone, String about) {
    private static final int LONGEST = 500;

    public WorkerCard {
        checkZone(id, capacity, zone);
        if (about.length() > LONGEST) {
            throw new IllegalArgumentException("about worker %s: %d characters; allowed are at most %d"
                    .formatted(id.name(), about.length(), LONGEST));
        }
    }

    /** What no plan could be made with is refused where it comes from. */
    private static void checkZone(NodeId id, Weight capacity, String zone) {
        new Worker(id.name(), capacity, zone, Worker.Standing.ACTIVE);
    }
}
