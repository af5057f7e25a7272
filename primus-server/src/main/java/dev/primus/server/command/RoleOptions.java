package dev.primus.server.command;

import dev.primus.server.talk.Console;
import dev.primus.settings.Eligibility;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a node may become: whether it may lead or, while there is no election, whether it was made coordinator. */
final class RoleOptions {
    @Option(
            names = "--eligible",
            arity = "1",
            converter = TruthReader.class,
            paramLabel = "true|false",
            description = "Whether this node may lead (default: by its type, else true); if not, it observes.")
    private @Nullable Boolean eligible;

    @Option(names = "--node-type", paramLabel = "TYPE", description = "core, web, poller …: see primus config.")
    private @Nullable String type;

    @Option(
            names = "--election-enabled",
            arity = "1",
            converter = TruthReader.class,
            paramLabel = "true|false",
            description = "false: the static assignment of old, without election (default: true).")
    private boolean electionEnabled = true;

    @Option(
            names = "--cluster-coordinator",
            arity = "1",
            converter = TruthReader.class,
            paramLabel = "true|false",
            description = "Whether this node coordinates while election is off. Deprecated.")
    private @Nullable Boolean clusterCoordinator;

    /** Whether this node is there to do the checks of others. */
    boolean isPoller() {
        return "poller".equals(type) || "poller-elx".equals(type);
    }

    boolean isElectionOn() {
        return electionEnabled;
    }

    /** Whether this node was made coordinator, which counts while election is off. */
    boolean isAssigned() {
        return Boolean.TRUE.equals(clusterCoordinator);
    }

    /** Whether this node may lead; says so if not, and that an assignment is ignored while election is on. */
    boolean mayLead(Console console) {
        Eligibility mayLead = Eligibility.of(eligible, type);
        if (!mayLead.eligible()) {
            console.say("primus: this node is not eligible (%s): it observes.".formatted(mayLead.why()));
        }
        if (clusterCoordinator != null) {
            console.say("primus: cluster_coordinator is deprecated, and ignored while election is on.");
        }
        return mayLead.eligible();
    }

    /** Without an election: no store, no engine, and a token that every guard refuses. */
    void tellAssignment(Console console, String elections) {
        console.say("primus: election is off: by its settings this node %s %s. Token 0, which every guard refuses."
                .formatted(isAssigned() ? "coordinates" : "does not coordinate", elections));
    }
}
