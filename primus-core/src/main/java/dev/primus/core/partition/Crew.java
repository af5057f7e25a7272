package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Worker.Standing;
import java.util.Arrays;
import java.util.Collection;

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

    /**
     * @param workers in the order of their names
     * @param holders the names of all that may hold something, in order
     */
    Crew(Collection<Worker> workers, NodeName[] holders, boolean zonesCount) {
        Worker[] known = workers.toArray(new Worker[0]);
        names = union(known, holders);
        if (names.length > MOST) {
            throw new IllegalArgumentException(
                    "workers = %d with those that are gone and hold something: allowed is 0 to %d"
                            .formatted(names.length, MOST));
        }
        standings = new Standing[names.length];
        capacities = new int[names.length];
        zones = new int[names.length];
        active = new int[(int) Arrays.stream(known).filter(Crew::isActive).count()];
        Arrays.fill(standings, Standing.DEAD);
        String[] zoneNames = zoneNames(known, zonesCount);
        zoneCount = zoneNames.length;
        int common = commonDivisor(known);
        int number = 0;
        int found = 0;
        for (Worker worker : known) {
            while (!names[number].equals(worker.name())) {
                number++;
            }
            standings[number] = worker.standing();
            if (isActive(worker)) {
                active[found++] = number;
                capacities[number] = worker.capacity().hundredths() / common;
                zones[number] = zonesCount ? Arrays.binarySearch(zoneNames, worker.zone()) : 0;
            }
        }
        capacity = Arrays.stream(capacities).asLongStream().sum();
        greatest = Arrays.stream(capacities).max().orElse(0);
    }

    private static boolean isActive(Worker worker) {
        return worker.standing() == Standing.ACTIVE;
    }

    private static NodeName[] union(Worker[] known, NodeName[] holders) {
        NodeName[] all = new NodeName[known.length + holders.length];
        int next = 0;
        int holder = 0;
        for (Worker worker : known) {
            while (holder < holders.length && holders[holder].compareTo(worker.name()) < 0) {
                all[next++] = holders[holder++];
            }
            if (holder < holders.length && holders[holder].equals(worker.name())) {
                holder++;
            }
            all[next++] = worker.name();
        }
        while (holder < holders.length) {
            all[next++] = holders[holder++];
        }
        return Arrays.copyOf(all, next);
    }

    private static String[] zoneNames(Worker[] known, boolean zonesCount) {
        return Arrays.stream(known)
                .filter(Crew::isActive)
                .map(worker -> zonesCount ? worker.zone() : Worker.NO_ZONE)
                .distinct()
                .sorted()
                .toArray(String[]::new);
    }

    private static int commonDivisor(Worker[] known) {
        return Arrays.stream(known)
                .filter(Crew::isActive)
                .mapToInt(worker -> worker.capacity().hundredths())
                .reduce(0, Crew::commonDivisor);
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
