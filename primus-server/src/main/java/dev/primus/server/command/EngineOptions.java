package dev.primus.server.command;

import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.server.duties.BuiltInDuties;
import dev.primus.server.settings.Settings;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.Complaint;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who decides a node's elections: a store, or the nodes among themselves. */
final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = "lease|registry",
            description = "Who decides: a row in a store (default), or the nodes among themselves.")
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

    boolean isRegistry() {
        return switch (engine) {
            case "lease" -> noMeeting();
            case "registry" -> true;
            default -> throw Complaint.usage("--engine = '%s': allowed is lease or registry.".formatted(engine));
        };
    }

    private boolean noMeeting() {
        if (peers.areInStore()) {
            throw Complaint.usage(
                    "--peers-from = 'store', and --engine = 'lease': allowed is store with --engine registry"
                            + " only, for the lease engine has no peers.");
        }
        return false;
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
        LeaseTiming timing = isRegistry() ? peers.timing().lease() : times.timing();
        try {
            return (drain == null ? timing : timing.withDrain(drain)).orThrow();
        } catch (IllegalArgumentException e) {
            throw Complaint.usage(e.getMessage() + hint, e);
        }
    }

    /** The store of the lease engine. */
    StoreAccess access() {
        return store.toTakePart();
    }

    /** A node on these elections' ground, without a companion. */
    Primus.Builder applyTo(Primus.Builder node, NodeName self, LeaseTiming timing) {
        return isRegistry()
                ? node.registry(registry(self, timing))
                : node.store(access().stores()).timing(timing);
    }

    private PeerRegistry registry(NodeName self, LeaseTiming timing) {
        PeerRegistry registry =
                peers.registry(self, meeting()).timing(peers.timing().withLease(timing));
        if (peers.quorum().rows() > 0) {
            StoreAccess row = shared("--policy = 'lease_tie_break'", "lease_tie_break");
            if (store.url().file().isPresent() && !peers.isOnLoopback()) {
                throw Complaint.usage(
                        "--policy = 'lease_tie_break', and --store is a file: allowed is a database that both"
                                + " nodes reach, or a file if both listen on loopback. Two files are two rows, and two leaders.");
            }
            registry.witness(store.url().place(), cluster -> row.witness(cluster, timing.ioTimeout()));
        }
        return registry;
    }

    /** The built-in duties of a node, as its settings want them; null if they want none. */
    @Nullable
    BuiltInDuties duties(Primus primus, Settings settings, boolean poller, ElectionName election) {
        if (!isRegistry()) {
            return NodeDuties.onStore(primus, settings, poller, election, access());
        }
        Quorum quorum = peers.quorum();
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
        return isRegistry() ? peers.toString() : "store " + store.url();
    }
}
