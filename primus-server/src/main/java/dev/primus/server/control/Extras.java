package dev.primus.server.control;

import dev.primus.server.duties.health.HealthReport;
import dev.primus.server.duties.polls.Run;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What a node can tell beside its elections, if it has been given such duties. */
public interface Extras {
    /** For a node that has none. */
    Extras NONE = new Extras() {
        @Override
        public Optional<List<Run>> polls() {
            return Optional.empty();
        }

        @Override
        public Optional<HealthReport> clusterHealth() {
            return Optional.empty();
        }
    };

    /** The runs it knows of; empty if no polls are set there. */
    Optional<List<Run>> polls() throws SQLException;

    /** How the cluster does as this node sees it. */
    Optional<HealthReport> clusterHealth();
}
