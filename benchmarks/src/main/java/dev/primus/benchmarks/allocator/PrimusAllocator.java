package dev.primus.benchmarks.allocator;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Assignment;
import dev.primus.core.partition.Plan;
import dev.primus.core.partition.Planner;
import dev.primus.core.partition.Situation;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.Worker;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ours: plans are pieces of neighbours. */
final class PrimusAllocator implements Allocator<Plan> {

    @Override
    public Supplier<Plan> prepared(int partitions, List<String> workers, @Nullable Plan before) {
        Situation situation = Situation.builder()
                .workers(workers.stream().map(Worker::active).toList())
                .list(TaskList.of("list", partitions))
                .present(before == null ? Assignment.NONE : before.target())
                .build();
        return () -> Planner.plan(situation);
    }

    @Override
    public int[] owners(Plan planned, int partitions) {
        int[] owners = new int[partitions];
        for (NodeName worker : planned.target().workers()) {
            int number = Allocator.number(worker.value());
            planned.target()
                    .held(TaskList.of("list", partitions).name(), worker)
                    .forEach(partition -> owners[partition] = number);
        }
        return owners;
    }
}
