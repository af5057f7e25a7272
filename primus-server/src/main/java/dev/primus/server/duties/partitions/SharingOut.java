package dev.primus.server.duties.partitions;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.partition.Move;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.StoreException;
import dev.primus.worker.Allocator;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a node share the work out while it leads. The plan's store is opened when a term begins and closed when it ends: a
 * standby needs none. One that cannot be opened is tried again, for it may be another store than the one that elects, and no
 * other leader would fare better. Immutable.
 */
public final class SharingOut implements Duty {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.worker");

    private final Supplier<PlanStore> plans;
    private final Duration every;
    private final Consumer<List<Move>> onMoves;

    /** @param every how often it looks who is there while nothing moves */
    public SharingOut(Supplier<PlanStore> plans, Duration every, Consumer<List<Move>> onMoves) {
        this.plans = plans;
        this.every = every;
        this.onMoves = onMoves;
    }

    @Override
    public void run(Leadership leadership) throws InterruptedException {
        boolean told = false;
        do {
            try (PlanStore store = plans.get()) {
                Allocator.over(store).every(every).onMoves(onMoves).run(leadership);
                return;
            } catch (StoreException e) {
                if (!told) {
                    LOG.warn(
                            "{}: the plan's store cannot be opened, trying again: {}",
                            leadership.term(),
                            e.getMessage());
                }
                told = true;
            }
        } while (leadership.sleep(every));
    }
}
