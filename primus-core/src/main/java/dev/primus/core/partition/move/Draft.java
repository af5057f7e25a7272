package dev.primus.core.partition.move;

import dev.primus.core.NodeId;
import dev.primus.core.partition.Move;
import dev.primus.core.spi.Orders;
import java.util.List;

/**
 * The next revision of a plan, before it is on record.
 *
 * @param after the revision that it is based on
 * @param changed orders that are others than before
 * @param struck whose orders are gone
 * @param begun what moves by it, with reasons
 * @param waiting how many partitions have to wait until others have moved
 */
public record Draft(long after, List<Orders> changed, List<NodeId> struck, List<Move> begun, int waiting) {
    public Draft {
        changed = List.copyOf(changed);
        struck = List.copyOf(struck);
        begun = List.copyOf(begun);
    }

    public long revision() {
        return after + 1;
    }

    public boolean isEmpty() {
        return changed.isEmpty() && struck.isEmpty();
    }
}
