package dev.primus.benchmarks.allocator;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Assignment;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.Plan;
import dev.primus.core.partition.Planner;
import dev.primus.core.partition.Situation;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * {@code Shapes partitions workers lists}: our planner where it is not at its best, that is with many lists, and where
 * nobody's partitions are neighbours; prints cells of a table.
 */
public final class Shapes {
    private static final int RUNS = 11;
    private static final long WARM_UP_NANOS = 3_000_000_000L;

    private Shapes() {}

    public static void main(String[] args) {
        int partitions = Integer.parseInt(args[0]);
        List<Worker> workers = IntStream.range(0, Integer.parseInt(args[1]))
                .mapToObj(i -> Worker.active(Allocator.worker(i)))
                .toList();
        int count = Integer.parseInt(args[2]);
        List<TaskList> lists = IntStream.range(0, count)
                .mapToObj(i -> TaskList.of("list-%06d".formatted(i), partitions / count))
                .toList();
        List<String> cells = new ArrayList<>();
        Plan full = timed(cells, situation(workers, lists, Assignment.NONE));
        timed(cells, situation(workers.subList(1, workers.size()), lists, full.target()));
        Plan before = Planner.plan(situation(workers.subList(1, workers.size()), lists, Assignment.NONE));
        Plan joined = timed(cells, situation(workers, lists, before.target()));
        Plan even = timed(cells, situation(workers, lists, scattered(workers, lists)));
        timed(cells, situation(workers.subList(1, workers.size()), lists, even.target()));
        timed(cells, situation(workers, lists, underWay(before.target(), joined.moves())));
        System.out.println(String.join(" | ", cells));
        System.exit(0);
    }

    private static Situation situation(List<Worker> workers, List<TaskList> lists, Assignment present) {
        return Situation.builder()
                .workers(workers)
                .lists(lists)
                .present(present)
                .build();
    }

    /** Every partition is at any worker. */
    private static Assignment scattered(List<Worker> workers, List<TaskList> lists) {
        Random random = new Random(1);
        Assignment.Builder scattered = Assignment.builder();
        for (TaskList list : lists) {
            for (int i = 0; i < list.partitions(); i++) {
                NodeName worker = workers.get(random.nextInt(workers.size())).name();
                scattered.held(list.name(), Partitions.of(i), worker);
            }
        }
        return scattered.build();
    }

    private static Assignment underWay(Assignment before, List<Move> moves) {
        Assignment.Builder present = Assignment.builder();
        for (NodeName worker : before.workers()) {
            before.lists().forEach(list -> present.held(list, before.held(list, worker), worker));
        }
        for (Move move : moves) {
            if (move.to() != null) {
                present.promised(move.list(), Partitions.of(move.first(), move.last()), move.to());
            }
        }
        return present.build();
    }

    private static Plan timed(List<String> cells, Situation situation) {
        long began = System.nanoTime();
        Plan plan = Planner.plan(situation);
        while (System.nanoTime() - began < WARM_UP_NANOS) {
            plan = Planner.plan(situation);
        }
        double[] millis = new double[RUNS];
        for (int i = 0; i < RUNS; i++) {
            long start = System.nanoTime();
            plan = Planner.plan(situation);
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        double median = millis[RUNS / 2];
        cells.add(String.format(Locale.ROOT, median < 10 ? "%.2f; %,d" : "%.0f; %,d", median, plan.size()));
        return plan;
    }
}
