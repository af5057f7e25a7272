package dev.primus.core.partition.move;

import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;

/**
 * What one life of a worker has, by the orders it has seen. Never changed once made; how long it has it is for the worker's
 * lease to say.
 *
 * @param seen the revision of the latest orders; earlier ones, late on their way, are not heard
 * @param working what it has and may go on with
 * @param finishing what it was asked to let go and still works on
 * @param done what it was asked to let go and has: not to be taken up again by the same generation
 */
public record Shift(long seen, Lots working, Lots finishing, Lots done) {
    public static final Shift BEGUN = new Shift(0, Lots.NONE, Lots.NONE, Lots.NONE);

    /**
     * What orders change.
     *
     * @param gained to be worked on from now on
     * @param asked to be finished, and then let go
     * @param lost gone without being asked for: whatever is still done about it is refused by its generation
     */
    public record Change(Shift after, Lots gained, Lots asked, Lots lost) {
        public boolean isNone() {
            return gained.isEmpty() && asked.isEmpty() && lost.isEmpty();
        }
    }

    /** The worker is told what to do. */
    public Change told(Orders orders) {
        if (orders.revision() <= seen) {
            return new Change(this, Lots.NONE, Lots.NONE, Lots.NONE);
        }
        Lots mine = working.plus(finishing);
        Lots asked = working.and(orders.asked());
        Lots gained = orders.held().minus(mine).minus(done);
        Lots lost = mine.minus(orders.held()).minus(orders.asked());
        Shift after = new Shift(
                orders.revision(),
                working.minus(asked).minus(lost).plus(gained),
                finishing.minus(lost).plus(asked),
                done.and(orders.asked()));
        return new Change(after, gained, asked, lost);
    }

    /** The worker is to let go of everything. */
    public Shift leaves() {
        return new Shift(seen, Lots.NONE, finishing.plus(working), done);
    }

    /** These are let go: from here on the worker has nothing to do with them. */
    public Shift finished(Lots some) {
        Lots now = finishing.and(some);
        return new Shift(seen, working, finishing.minus(now), done.plus(now));
    }

    /** The generation by which the worker has a partition, also while it finishes; 0 if it has not. */
    public long generation(TaskListName list, int partition) {
        return Math.max(working.generation(list, partition), finishing.generation(list, partition));
    }

    /** What it tells the coordinator. */
    public Progress progress() {
        return new Progress(seen, finishing);
    }
}
