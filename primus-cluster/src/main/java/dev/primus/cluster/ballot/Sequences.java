package dev.primus.cluster.ballot;

import dev.primus.core.NodeId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers of envelopes: for each receiver 1, 2, 3. Of receivers that were not written to for long no count is kept; if
 * one is written to again it gets numbers above all that were forgotten, so none is ever used twice. From any thread.
 */
final class Sequences {
    private final int most;
    private final Map<NodeId, Long> last = new LinkedHashMap<>(16, 0.75f, true);
    private long forgotten;

    Sequences(int most) {
        this.most = most;
    }

    synchronized long next(NodeId receiver) {
        long next = last.getOrDefault(receiver, forgotten) + 1;
        last.put(receiver, next);
        if (last.size() > most) {
            Iterator<Long> eldest = last.values().iterator();
            forgotten = Math.max(forgotten, eldest.next());
            eldest.remove();
        }
        return next;
    }
}
