package dev.primus.runtime.peers;

import dev.primus.core.NodeId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds the messages that wait for the node's thread or for a listener, for each peer by itself. Beyond the limit a message is dropped and
 * counted, as if the network had lost it. Views and what happens inside this node never pass here and are never dropped.
 */
final class InboundLimit {
    /** More than a peer with 10,000 elections sends at once. */
    static final int MOST_WAITING = 16_384;

    private static final Logger LOG = LoggerFactory.getLogger(InboundLimit.class);

    private final NodeId self;
    private final Map<NodeId, Integer> waiting = new ConcurrentHashMap<>();
    private final LongAdder dropped = new LongAdder();

    InboundLimit(NodeId self) {
        this.self = self;
    }

    /** Whether a message of this peer may wait; if so {@link #leave} follows when its turn has come. From any thread. */
    boolean tryEnter(NodeId sender) {
        int count = waiting.merge(sender, 1, (before, one) -> Math.min(before, MOST_WAITING) + one);
        if (count <= MOST_WAITING) {
            return true;
        }
        if (dropped.sum() == 0) {
            LOG.warn(
                    "{}: dropped a message of {}: {} of its messages are waiting. Further ones are counted and not logged",
                    self,
                    sender,
                    MOST_WAITING);
        }
        dropped.increment();
        return false;
    }

    void leave(NodeId sender) {
        waiting.computeIfPresent(sender, (any, count) -> count == 1 ? null : Math.min(count, MOST_WAITING) - 1);
    }

    long dropped() {
        return dropped.sum();
    }
}
