package dev.primus.benchmarks.allocator;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * {@code Trial allocator partitions workers}: everything is given out, then one worker leaves; prints cells of a table. In a
 * process of its own, so that it can be ended when it takes too long, and so that no planner is compiled for another one's
 * data.
 */
public final class Trial {
    private static final int RUNS = 21;
    private static final long WARM_UP_NANOS = 6_000_000_000L;
    private static final long MEASURE_NANOS = 10_000_000_000L;

    private Trial() {}

    public static void main(String[] args) {
        System.out.println(cells(Allocator.named(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2])));
        System.exit(0);
    }

    private static <T> String cells(Allocator<T> allocator, int partitions, int workers) {
        List<String> all =
                IntStream.range(0, workers).mapToObj(Allocator::worker).toList();
        int leaver = workers / 2;
        List<String> left =
                all.stream().filter(name -> Allocator.number(name) != leaver).toList();
        Timed<T> full = timed(allocator.prepared(partitions, all, null));
        int[] before = allocator.owners(full.result(), partitions);
        Timed<T> loss = timed(allocator.prepared(partitions, left, full.result()));
        int[] after = allocator.owners(loss.result(), partitions);
        long moved = IntStream.range(0, partitions)
                .filter(i -> before[i] != after[i])
                .count();
        long had = Arrays.stream(before).filter(owner -> owner == leaver).count();
        return "%s | %d | %s | %d | %d / %d"
                .formatted(
                        full.text(),
                        spread(before, workers, -1),
                        loss.text(),
                        spread(after, workers, leaver),
                        moved,
                        had);
    }

    private static int spread(int[] owners, int workers, int except) {
        int[] counts = new int[workers];
        Arrays.stream(owners).forEach(owner -> counts[owner]++);
        int[] those = IntStream.range(0, workers)
                .filter(worker -> worker != except)
                .map(worker -> counts[worker])
                .sorted()
                .toArray();
        return those[those.length - 1] - those[0];
    }

    private record Timed<T>(T result, double medianMillis, int runs) {
        String text() {
            return String.format(Locale.ROOT, medianMillis < 10 ? "%.2f (%d)" : "%.0f (%d)", medianMillis, runs);
        }
    }

    private static <T> Timed<T> timed(Supplier<T> planner) {
        long began = System.nanoTime();
        T result = planner.get();
        while (System.nanoTime() - began < WARM_UP_NANOS) {
            result = planner.get();
        }
        double[] millis = new double[RUNS];
        int runs = 0;
        began = System.nanoTime();
        while (runs == 0 || (runs < RUNS && System.nanoTime() - began < MEASURE_NANOS)) {
            long start = System.nanoTime();
            result = planner.get();
            millis[runs++] = (System.nanoTime() - start) / 1e6;
        }
        double[] sorted = Arrays.copyOf(millis, runs);
        Arrays.sort(sorted);
        return new Timed<>(result, sorted[runs / 2], runs);
    }
}
