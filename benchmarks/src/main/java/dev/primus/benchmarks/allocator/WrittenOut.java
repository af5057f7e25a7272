package dev.primus.benchmarks.allocator;

import dev.primus.core.partition.Plan;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ours, and then the worker of each single partition is written down: what others' plans are. */
final class WrittenOut implements Allocator<WrittenOut.Both> {
    private final PrimusAllocator primus = new PrimusAllocator();

    record Both(Plan plan, int[] owners) {}

    @Override
    public Supplier<Both> prepared(int partitions, List<String> workers, @Nullable Both before) {
        Supplier<Plan> planner = primus.prepared(partitions, workers, before == null ? null : before.plan());
        return () -> {
            Plan plan = planner.get();
            return new Both(plan, primus.owners(plan, partitions));
        };
    }

    @Override
    public int[] owners(Both planned, int partitions) {
        return planned.owners();
    }
}
