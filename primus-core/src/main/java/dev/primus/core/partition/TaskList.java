package dev.primus.core.partition;

/**
 * Work that is split into partitions, numbered from 0.
 *
 * @param weight how heavy each of its partitions is, compared with those of other lists
 */
public record TaskList(TaskListName name, int partitions, Weight weight) {

    /** Of all lists together: a sum that products of weights still fit into. */
    public static final int MOST_PARTITIONS = 5_000_000;

    public TaskList {
        if (partitions < 0 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "partitions = %d of task list %s: allowed is 0 to %d".formatted(partitions, name, MOST_PARTITIONS));
        }
    }

    public static TaskList of(String name, int partitions) {
        return new TaskList(new TaskListName(name), partitions, Weight.ONE);
    }

    public TaskList withWeight(double other) {
        return new TaskList(name, partitions, Weight.of(other));
    }
}
