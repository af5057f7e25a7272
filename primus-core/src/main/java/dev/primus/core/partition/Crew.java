package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Worker.Standing;
import java.util.Arrays;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Every worker that counts, by number: those of the situation, and those that are none any more and hold something. Numbers
 * follow the order of the names.
 */
final class Crew {
    /** So many numbers fit beside two partitions into a long. */
    static final int MOST = 100_000;

    private final NodeName[] names;
    private final Standing[] standings;
    private final int[] capacities;
    private final int[] zones;
    private final int zoneCount;
    private final int[] active;
    private final long capacity;
    private final int greatest;

    Crew(Collection<Worker> workers, NodeName[] holders, boolean zonesCount) {
        SortedMap<NodeName, Worker> all = new TreeMap<>();
        for (NodeName holder : holders) {
            all.put(holder, new Worker(holder, Weight.ONE, Worker.NO_ZONE, Standing.DEAD));
        }
        workers.forEach(worker -> all.put(worker.name(), worker));
        if (all.size() > MOST) {
            throw new IllegalArgumentException(
                    "workers = %d with those that are gone and hold something: allowed is 0 to %d"
                            .formatted(all.size(), MOST));
        }
        Worker[] crew = all.values().toArray(new Worker[0]);
        names = all.keySet().toArray(new NodeName[0]);
        standings = all.values().stream().map(Worker::standing).toArray(Standing[]::new);
        active = IntStream.range(0, crew.length)
                .filter(i -> standings[i] == Standing.ACTIVE)
                .toArray();
        String[] zoneNames = zoneNames(crew, zonesCount);
        zoneCount = zoneNames.length;
        int common =
                Arrays.stream(active).map(i -> crew[i].capacity().hundredths()).reduce(0, Crew::commonDivisor);
        capacities = new int[crew.length];
        zones = new int[crew.length];
        for (int i : active) {
            capacities[i] = crew[i].capacity().hundredths() / common;
            zones[i] = zonesCount ? Arrays.binarySearch(zoneNames, crew[i].zone()) : 0;
        }
        capacity = Arrays.stream(capacities).asLongStream().sum();
        greatest = Arrays.stream(capacities).max().orElse(0);
    }

    private static String[] zoneNames(Worker[] crew, boolean zonesCount) {
        return Arrays.stream(crew)
                .filter(worker -> worker.standing() == Standing.ACTIVE)
                .map(worker -> zonesCount ? worker.zone() : Worker.NO_ZONE)
                .sorted()
                .distinct()
                .toArray(String[]::new);
    }

    static int commonDivisor(int a, int b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }

    int size() {
        return names.length;
    }

    NodeName[] names() {
        return names;
    }

    NodeName name(int worker) {
        return names[worker];
    }

    int number(NodeName name) {
        return Arrays.binarySearch(names, name);
    }

    Standing standing(int worker) {
        return standings[worker];
    }

    boolean isActive(int worker) {
        return standings[worker] == Standing.ACTIVE;
    }

    /** The numbers of those that take partitions, ascending. */
    int[] active() {
        return active;
    }

    /** What it takes, compared with others; 0 if it takes nothing. The smallest whole numbers that say so. */
    int capacity(int worker) {
        return capacities[worker];
    }

    /** Of all together. */
    long capacity() {
        return capacity;
    }

    int greatestCapacity() {
        return greatest;
    }

    boolean isEqual() {
        return capacity == active.length;
    }

    int zone(int worker) {
        return zones[worker];
    }

    /** How many there are; one if they do not count, and none if nobody is active. */
    int zones() {
        return zoneCount;
    }
}
