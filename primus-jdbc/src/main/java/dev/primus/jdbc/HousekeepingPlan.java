package dev.primus.jdbc;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import java.util.List;

/**
 * What housekeeping would do.
 *
 * @param unheld elections that would be marked as deletable
 * @param grown histories that would be shortened
 * @param silent nodes that would be forgotten
 * @param retired workers that would be forgotten
 */
public record HousekeepingPlan(List<Unheld> unheld, List<Grown> grown, List<Silent> silent, List<Retired> retired) {

    /** Nobody has led it for long. */
    public record Unheld(ClusterName cluster, ElectionName election) {}

    /** Has more terms than are kept, by so many. */
    public record Grown(ClusterName cluster, ElectionName election, int surplus) {}

    /** Has not shown itself for long. */
    public record Silent(ClusterName cluster, NodeId node) {}

    /** Has been dead or gone for long, and has no orders. */
    public record Retired(ClusterName cluster, NodeId worker) {}

    /** What it comes to, if nothing changes before it is carried out. */
    public JdbcAdmin.Tidied total() {
        return new JdbcAdmin.Tidied(
                unheld.size(), grown.stream().mapToInt(Grown::surplus).sum(), silent.size(), retired.size());
    }
}
