package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.feed.FeedKind;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Something that a coordinator has found out about its cluster, for the feed.
 *
 * @param kind one of those about the cluster: node_up, node_down, partition_seen, cluster_healthy, cluster_degraded
 * @param details further words, by name
 */
public record ClusterFinding(ElectionName election, FeedKind kind, Map<String, String> details) {
    private static final Set<FeedKind> ALLOWED = EnumSet.of(
            FeedKind.NODE_UP,
            FeedKind.NODE_DOWN,
            FeedKind.PARTITION_SEEN,
            FeedKind.CLUSTER_HEALTHY,
            FeedKind.CLUSTER_DEGRADED);

    public ClusterFinding {
        details = Map.copyOf(details);
        if (!ALLOWED.contains(kind)) {
            throw new IllegalArgumentException("finding %s: allowed are %s".formatted(kind, ALLOWED));
        }
    }
}
