package dev.primus.server.duties;

import dev.primus.ElectionBuilder;
import dev.primus.Primus;
import dev.primus.Restart;
import dev.primus.server.control.Extras;
import dev.primus.server.duties.health.ClusterHealth;
import dev.primus.server.duties.health.HealthReport;
import dev.primus.server.duties.polls.PollOrchestrator;
import dev.primus.server.duties.polls.PollSettings;
import dev.primus.server.duties.polls.Run;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What every node does by itself: watches over the health of its cluster, and takes its part in polls. Make it as soon as
 * the node is there, give its duties to one election, and close it after the node. Safe for use from any thread.
 */
public final class BuiltInDuties implements Extras, AutoCloseable {
    private final ClusterHealth health;
    private final PollOrchestrator polls;
    private final boolean hasPolls;

    private BuiltInDuties(ClusterHealth health, PollOrchestrator polls, boolean hasPolls) {
        this.health = health;
        this.polls = polls;
        this.hasPolls = hasPolls;
    }

    /**
     * Begins to listen and to do the checks that are ordered from this node.
     *
     * @param healthEvery how often the coordinator looks
     * @param expected how many nodes there should be; 0 if that is not known
     */
    public static BuiltInDuties on(Primus primus, PollSettings polls, Duration healthEvery, int expected) {
        return new BuiltInDuties(
                ClusterHealth.of(primus, healthEvery, expected),
                PollOrchestrator.of(primus, polls),
                !polls.schedules().isEmpty());
    }

    /** Has them done by the leader of this election; of one election of a cluster only. Not for observers. */
    public ElectionBuilder join(ElectionBuilder election) {
        election.duty("cluster-health", health::watch, Restart.PERMANENT);
        return hasPolls ? election.duty("polls", polls::coordinate, Restart.PERMANENT) : election;
    }

    @Override
    public Optional<List<Run>> polls() throws SQLException {
        List<Run> runs = polls.runs();
        return hasPolls || !runs.isEmpty() ? Optional.of(runs) : Optional.empty();
    }

    @Override
    public Optional<HealthReport> clusterHealth() {
        return Optional.of(health.report());
    }

    @Override
    public void close() {
        polls.close();
    }
}
