package dev.primus.server.command;

import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.cluster.PeerReleaserFactory;
import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.deathwatch.CompanionWatch;
import dev.primus.deathwatch.PeerDeathWatch;
import dev.primus.server.control.Explanation;
import dev.primus.server.control.Minutes;
import dev.primus.server.control.PastElections;
import dev.primus.server.duties.BuiltInDuties;
import dev.primus.server.settings.Settings;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.Complaint;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who decides a node's elections: a store, or the nodes among themselves. */
final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = Engine.WORDS,
            description = "Who decides: a row in a store (default), or the nodes among themselves: who registers first,"
                    + " or a vote for the fittest.")
    private String engine = "lease";

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private TimingOptions times;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private StoreOptions store;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private PeerOptions peers;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private RegistryOptions registry;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private BallotOptions ballot;

    private @Nullable StoreAccess access;

    private Engine engine() {
        Engine named = Engine.of(engine);
        if (named == Engine.LEASE && peers.areInStore()) {
            throw Complaint.usage(
                    "--peers-from = 'store', and --engine = 'lease': allowed is store with --engine registry or"
                            + " ballot only, for the lease engine has no peers.");
        }
        return named;
    }

    /** Whether the nodes decide among themselves. */
    boolean isAmongPeers() {
        return engine() != Engine.LEASE;
    }

    /** How many must agree; a row can break a tie between registrars, but does not vote. */
    private Quorum quorum() {
        if (engine() == Engine.REGISTRY) {
            peers.mustBeCounted(engine());
        }
        Quorum quorum = peers.quorum();
        if (engine() == Engine.BALLOT && quorum.rows() > 0) {
            throw Complaint.usage("--policy = 'lease_tie_break', and --engine = 'ballot': allowed is majority,"
                    + " available or last_known, for a row has no vote.");
        }
        return quorum;
    }

    /** The store that peers find each other in; null if they do not. */
    private @Nullable StoreAccess meeting() {
        if (!peers.areInStore()) {
            return null;
        }
        return shared("--peers-from = 'store'", "store");
    }

    /** A store that all nodes use, without which a wish cannot be. */
    private StoreAccess shared(String wish, String word) {
        if (!store.isNamed()) {
            throw Complaint.usage(
                    "%s, and --store is not set: allowed is %s with --store URL only, a store that all nodes use."
                            .formatted(wish, word));
        }
        return access();
    }

    /**
     * The times that leadership runs by.
     *
     * @param drain what duties need to stop; null for the usual
     * @param hint what to say to who has chosen unsafe ones
     */
    LeaseTiming timing(@Nullable Duration drain, String hint) {
        if (engine() == Engine.BALLOT) {
            return ballotTiming(drain);
        }
        LeaseTiming timing = isAmongPeers() ? registryTiming().lease() : times.timing();
        try {
            return (drain == null ? timing : timing.withDrain(drain)).orThrow();
        } catch (IllegalArgumentException e) {
            throw Complaint.usage(e.getMessage() + hint, e);
        }
    }

    private RegistryTiming registryTiming() {
        return registry.timing(peers.tempo(), quorum());
    }

    private LeaseTiming ballotTiming(@Nullable Duration drain) {
        BallotTiming timing = ballot.timing(peers.tempo());
        LeaseTiming lease = drain == null ? timing.lease() : timing.lease().withDrain(drain);
        List<String> wrong = timing.withLease(lease).violations();
        if (!wrong.isEmpty()) {
            throw Complaint.usage("unsafe ballot timing: " + String.join("; ", wrong)
                    + (drain == null ? "." : ". drain is --grace."));
        }
        return lease;
    }

    /** The store of the lease engine; found once, since a password can be read from standard input only once. */
    StoreAccess access() {
        StoreAccess found = access;
        if (found == null) {
            found = store.toTakePart();
            access = found;
        }
        return found;
    }

    /** Where work is kept that is to be shared out: beside the leases, or in a store that was named for it. */
    StoreAccess work() {
        return isAmongPeers() ? shared("--allocate = 'true'", "true") : access();
    }

    /** A companion for a node of this engine; one for each. */
    CompanionWatch deathWatch() {
        return isAmongPeers() ? PeerDeathWatch.by(PeerReleaserFactory.class) : access().deathWatch();
    }

    /** A node on these elections' ground; refused if what it has kept contradicts its settings. */
    Primus build(Primus.Builder node, NodeName self, LeaseTiming timing) {
        Primus.Builder placed = applyTo(node, self, timing);
        try {
            return placed.build();
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("%s.".formatted(e.getMessage()), e);
        }
    }

    private Primus.Builder applyTo(Primus.Builder node, NodeName self, LeaseTiming timing) {
        return switch (engine()) {
            case LEASE -> node.store(access().stores()).timing(timing);
            case REGISTRY -> node.registry(registry(self, timing));
            case BALLOT ->
                node.ballot(ballot.ballot(
                        peers.link(meeting()),
                        quorum(),
                        ballot.timing(peers.tempo()).withLease(timing),
                        self));
        };
    }

    private PeerRegistry registry(NodeName self, LeaseTiming timing) {
        Quorum quorum = quorum();
        PeerRegistry made = registry.registry(
                peers.link(meeting()), quorum, registryTiming().withLease(timing), self);
        if (quorum.rows() > 0) {
            StoreAccess row = shared("--policy = 'lease_tie_break'", "lease_tie_break");
            if (store.url().file().isPresent() && !peers.isOnLoopback()) {
                throw Complaint.usage(
                        "--policy = 'lease_tie_break', and --store is a file: allowed is a database that both"
                                + " nodes reach, or a file if both listen on loopback. Two files are two rows, and two leaders.");
            }
            made.witness(store.url().place(), cluster -> row.witness(cluster, timing.ioTimeout()));
        }
        return made;
    }

    /** From now on this node's votes are written down; what it knows of them and of those before. */
    PastElections minutes(Primus primus) {
        if (primus.ballotOffice().isEmpty()) {
            return PastElections.NONE;
        }
        Minutes minutes = Minutes.in(ballot.folder(), primus.id().name());
        primus.ballotOffice()
                .get()
                .onElectionComplete(report -> minutes.add(Explanation.of(primus.id(), report, false)));
        return minutes;
    }

    /** The built-in duties of a node, as its settings want them; null if they want none. */
    @Nullable
    BuiltInDuties duties(Primus primus, Settings settings, boolean poller, ElectionName election) {
        if (!isAmongPeers()) {
            return NodeDuties.onStore(primus, settings, poller, election, access());
        }
        Quorum quorum = quorum();
        return NodeDuties.amongPeers(
                primus,
                settings,
                poller,
                election,
                quorum.isByPromise() ? quorum.needed() : 1,
                peers.expected(),
                store.isNamed() ? access() : null);
    }

    /** Where elections are decided, in words. */
    String ground() {
        return switch (engine()) {
            case LEASE -> "store " + store.url();
            case REGISTRY -> peers.toString();
            case BALLOT -> peers + ", " + ballot;
        };
    }
}
