package dev.primus.core.spi;

import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;

/**
 * What one life of a worker is to do. Written by the coordinator only.
 *
 * @param revision of the plan by which these orders were last changed; a worker never goes back to an earlier one
 * @param held what it has
 * @param asked what it is to let go: its own still, until it says that it has
 */
public record Orders(NodeId worker, long revision, Lots held, Lots asked) {

    public static Orders none(NodeId worker) {
        return new Orders(worker, 0, Lots.NONE, Lots.NONE);
    }
}
