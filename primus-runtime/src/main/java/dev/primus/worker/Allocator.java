package dev.primus.worker;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.spi.PlanStore;
import dev.primus.runtime.work.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Shares the work out over the workers that are there, as a duty of the leader:
 *
 * <pre>{@code
 * primus.election("coordinator").duty("partitions", Allocator.over(store.plans(cluster, timeout))).join();
 * }</pre>
 *
 * <p>What it writes carries the leader's token, and is refused once a later leader has been there, whatever engine elected
 * them. A new leader goes on from what is on record, and moves nothing because it is new. Immutable.
 */
public final class Allocator implements Duty {
    private final PlanStore store;
    private final PlanSettings settings;
    private final Duration every;
    private final Consumer<List<Move>> onMoves;

    private Allocator(PlanStore store, PlanSettings settings, Duration every, Consumer<List<Move>> onMoves) {
        this.store = store;
        this.settings = settings;
        this.every = every;
        this.onMoves = onMoves;
    }

    /** @param store stays open; whoever made it closes it */
    public static Allocator over(PlanStore store) {
        return new Allocator(store, PlanSettings.DEFAULT, Duration.ofSeconds(1), moves -> {});
    }

    public Allocator settings(PlanSettings other) {
        return new Allocator(store, other, every, onMoves);
    }

    /** How often it looks who is there while nothing moves; a second if never said. */
    public Allocator every(Duration pause) {
        return new Allocator(store, settings, pause, onMoves);
    }

    /** Is told what moves and why, after it is on record; on the duty's thread. */
    public Allocator onMoves(Consumer<List<Move>> ear) {
        return new Allocator(store, settings, every, ear);
    }

    @Override
    public void run(Leadership leadership) throws InterruptedException {
        new Rounds(store, settings, every, onMoves, leadership).go();
    }
}
