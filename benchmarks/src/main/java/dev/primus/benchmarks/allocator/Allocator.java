package dev.primus.benchmarks.allocator;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives the partitions of one list to workers of equal capacity. Workers are {@code w-00000}, {@code w-00001} and so on.
 *
 * @param <T> what its plans are
 */
public interface Allocator<T> {

    /** @param before what was planned before, and is now carried out; null if nobody has anything */
    Supplier<T> prepared(int partitions, List<String> workers, @Nullable T before);

    /** The number of each partition's worker. */
    int[] owners(T planned, int partitions);

    static String worker(int number) {
        return "w-%05d".formatted(number);
    }

    static int number(String worker) {
        return Integer.parseInt(worker.substring(2));
    }

    static Allocator<?> named(String name) {
        return switch (name) {
            case "primus" -> new PrimusAllocator();
            case "primus-written-out" -> new WrittenOut();
            case "kafka" -> new KafkaAllocator();
            case "helix-auto" -> HelixAllocator.auto();
            case "helix-crushed" -> HelixAllocator.crushed();
            default -> throw new IllegalArgumentException("no allocator '" + name + "'");
        };
    }
}
