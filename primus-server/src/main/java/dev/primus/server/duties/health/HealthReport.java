package dev.primus.server.duties.health;

import java.util.List;

/**
 * How a cluster does, as one node sees it.
 *
 * @param reasons why it is degraded; empty if it is healthy
 * @param nodes by name
 * @param checked when, in milliseconds since 1970
 */
public record HealthReport(List<String> reasons, List<Standing> nodes, long checked) {
    public HealthReport {
        reasons = List.copyOf(reasons);
        nodes = List.copyOf(nodes);
    }

    /**
     * A node that was seen.
     *
     * @param since when that began, as far as this node knows, in milliseconds since 1970
     */
    public record Standing(String node, boolean up, long since) {}

    public boolean isHealthy() {
        return reasons.isEmpty();
    }
}
