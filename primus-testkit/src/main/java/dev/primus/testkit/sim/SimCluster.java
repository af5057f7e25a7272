package dev.primus.testkit.sim;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.Election;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Some machines, each with a node, and one store, in a world of their own whose time moves only when told to. Everything
 * that happens is checked. Not safe for use from several threads; any number of clusters can live side by side.
 */
public final class SimCluster extends Mishaps {
    public SimCluster(SimSettings settings) {
        super(settings);
        PeerRules peers = settings.peers();
        if (peers != null) {
            audited(peers, Weather.CALM);
        }
    }

    /** What goes over the wire between the members is read along. */
    void audited(PeerRules rules, Weather weather) {
        PeerAudit audit = rules.manner().audit(rules, weather, this);
        checks().decidedAmongPeers(audit);
        peers().readAlong(audit);
    }

    /** Every node, now and after each restart, is a candidate in this election. */
    public SimCluster everybodyJoins(String election) {
        if (contests().isEmpty()) {
            enlistBy((process, name) -> process.join(name, false, Map.of(), List.of()));
        }
        contest(election);
        return this;
    }

    /** Starts every node. */
    public SimCluster startAll() {
        machines().forEach(machine -> start(machine.name()));
        return this;
    }

    /** Takes part in an election with duties and listeners of one's own. */
    public Election join(String node, String election, Map<String, Duty> duties, List<Consumer<Change>> listeners) {
        return process(node).join(election, false, duties, listeners);
    }

    /** Only watches an election. */
    public Election observe(String node, String election, List<Consumer<Change>> listeners) {
        return process(node).join(election, true, Map.of(), listeners);
    }

    // ---- time ------------------------------------------------------------------------------------------------

    /** Lets time go by. */
    public SimCluster advance(Duration span) {
        world().runUntil(world().now() + span.toNanos());
        return this;
    }

    /**
     * Lets time go by until every election that has a live candidate has a leader.
     *
     * @throws AssertionError if that takes longer than any bound we promise
     */
    public SimCluster settle() {
        long until = world().now() + timing().lease().multipliedBy(4).toNanos();
        while (!isSettled()) {
            if (world().now() >= until) {
                throw new AssertionError(blame(
                        "no leader after %s in %s".formatted(timing().lease().multipliedBy(4), contests())));
            }
            advance(Duration.ofMillis(1));
        }
        return this;
    }

    private boolean isSettled() {
        return machines().stream()
                .map(SimMachine::process)
                .filter(process -> process != null && !process.isFrozen())
                .flatMap(process -> process.elections().keySet().stream())
                .distinct()
                .allMatch(election -> leaderOf(election).isPresent());
    }

    // ---- questions -------------------------------------------------------------------------------------------

    /** Who says now that it leads. */
    public Optional<String> leaderOf(String election) {
        for (SimMachine machine : machines()) {
            SimProcess process = machine.process();
            if (process != null && process.claims(election)) {
                return Optional.of(machine.name());
            }
        }
        return Optional.empty();
    }

    /** Fails if any promise was broken so far. */
    public SimCluster oneLeaderAtMost() {
        if (!checks().findings().isEmpty()) {
            throw new AssertionError(blame(checks().findings().all().toString()));
        }
        return this;
    }

    /** Fails unless this node leads. */
    public SimCluster ledBy(String node, String election) {
        Optional<String> leader = leaderOf(election);
        if (!leader.equals(Optional.of(node))) {
            throw new AssertionError(
                    blame("'%s' is led by %s, not by %s".formatted(election, leader.orElse("nobody"), node)));
        }
        return this;
    }

    /** The same, where there is only one election. */
    public SimCluster ledBy(String node) {
        if (contests().size() != 1) {
            throw new IllegalStateException("say which election: there are " + contests());
        }
        return ledBy(node, contests().get(0));
    }

    private String blame(String what) {
        return "%s (seed %d, %.3f s)".formatted(what, seed(), world().now() / 1e9);
    }
}
