package dev.primus.cluster.ballot;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A window for each incarnation that was heard, and for as many lives of a node as are needed. A node that is started over
 * and over makes this no larger: of its longest silent life only the latest time is kept, and a life that is unknown must
 * be dated after it. From any thread.
 *
 * <p>Only for senders whose signature was true, so there are no more nodes than have keys.
 */
final class Windows {
    private final int livesPerNode;
    private final Map<NodeName, Lives> nodes = new HashMap<>();

    Windows(int livesPerNode) {
        this.livesPerNode = livesPerNode;
    }

    /**
     * @param earliest of the times in the envelope
     * @return false if it was heard before or may have been
     */
    synchronized boolean accept(NodeId sender, long sequence, Instant earliest) {
        return nodes.computeIfAbsent(sender.name(), name -> new Lives())
                .accept(sender.incarnation(), sequence, earliest);
    }

    private final class Lives {
        private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true);
        private Instant forgotten = Instant.MIN;

        boolean accept(String incarnation, long sequence, Instant timestamp) {
            Window window = windows.get(incarnation);
            if (window == null) {
                if (!timestamp.isAfter(forgotten)) {
                    return false;
                }
                window = new Window();
                windows.put(incarnation, window);
            }
            boolean accepted = window.accept(sequence, timestamp);
            if (windows.size() > livesPerNode) {
                forget(windows.keySet().iterator().next());
            }
            return accepted;
        }

        private void forget(String eldest) {
            Window window = windows.remove(eldest);
            if (window != null && window.latest().isAfter(forgotten)) {
                forgotten = window.latest();
            }
        }
    }
}
