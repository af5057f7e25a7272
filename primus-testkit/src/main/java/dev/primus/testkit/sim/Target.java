package dev.primus.testkit.sim;

import java.util.Optional;

/**
 * Whom a fault strikes: a node by number, or whoever leads an election at that moment.
 *
 * @param election whose leader; empty for the node by number
 */
public record Target(int node, String election) {
    public static Target node(int number) {
        return new Target(number, "");
    }

    public static Target leaderOf(String election) {
        return new Target(-1, election);
    }

    Optional<String> in(SimCluster cluster) {
        if (election.isEmpty()) {
            return Optional.of(
                    cluster.machines().get(node % cluster.machines().size()).name());
        }
        return cluster.leaderOf(election);
    }

    @Override
    public String toString() {
        return election.isEmpty() ? String.valueOf((char) ('a' + node)) : "leader of " + election;
    }
}
