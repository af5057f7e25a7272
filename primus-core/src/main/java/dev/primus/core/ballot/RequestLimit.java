package dev.primus.core.ballot;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits how often a peer may ask the leader for an election or a change of voters. */
final class RequestLimit {
    static final int MAX_PER_SECOND = 10;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int MAX_PEERS = 1024;

    private final Map<NodeId, Deque<MonoTime>> admitted = new LinkedHashMap<>();

    /** Whether one more request of this peer is within the limit; then it counts. */
    boolean admits(NodeId peer, MonoTime now) {
        Deque<MonoTime> latest = admitted.computeIfAbsent(peer, any -> new ArrayDeque<>());
        while (!latest.isEmpty() && !now.isBefore(latest.getFirst().plus(SECOND))) {
            latest.removeFirst();
        }
        if (admitted.size() > MAX_PEERS) {
            admitted.remove(admitted.keySet().iterator().next());
        }
        boolean admits = latest.size() < MAX_PER_SECOND;
        if (admits) {
            latest.addLast(now);
        }
        return admits;
    }
}
