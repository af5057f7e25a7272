package dev.primus.core.partition;

/**
 * Partitions of one list that were given to a worker together.
 *
 * @param generation higher for each new worker of a partition: what a former one still writes is told by it, and refused
 */
public record Lot(TaskListName list, long generation, Partitions partitions) {

    public Lot {
        if (generation < 1) {
            throw new IllegalArgumentException(
                    "generation = %d of %s: allowed is 1 and above".formatted(generation, list));
        }
    }

    public int size() {
        return partitions.size();
    }
}
