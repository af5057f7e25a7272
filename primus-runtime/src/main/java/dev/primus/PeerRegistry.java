package dev.primus;

import dev.primus.core.Availability;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.registry.RegistryRules;
import dev.primus.core.registry.Rulings;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.Witness;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.file.MarkJournal;
import dev.primus.runtime.peers.ContainedResolver;
import dev.primus.runtime.peers.PeerArbiter;
import dev.primus.runtime.peers.RegistryEngine;
import dev.primus.runtime.stage.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Elections without a database: the nodes find each other, one registers the name, the others watch it.
 *
 * <pre>{@code
 * PeerRegistry.over(link).quorum(Quorum.majorityOf(3)).marksIn(Path.of("/var/lib/app/primus"))
 * }</pre>
 */
public final class PeerRegistry implements AmongPeers {
    private final PeerLink link;
    private @Nullable Quorum quorum;
    private @Nullable RegistryTiming timing;
    private @Nullable Supplier<MarkFile> marks;
    private @Nullable Function<ClusterName, Witness> witness;
    private String row = "";
    private Resolver resolver = Resolver.LOWER_NAME;
    private Rulings rulings = new Rulings();
    private boolean voter = true;

    private PeerRegistry(PeerLink link) {
        this.link = link;
    }

    /** @param link the way to the other nodes; closed together with the {@link Primus} that uses it */
    public static PeerRegistry over(PeerLink link) {
        return new PeerRegistry(link);
    }

    /** How many must agree, and so what happens when the cluster is torn apart; there is no default. */
    public PeerRegistry quorum(Quorum quorum) {
        this.quorum = quorum;
        return this;
    }

    /** As the documents say, if never said. */
    public PeerRegistry timing(RegistryTiming timing) {
        this.timing = timing;
        return this;
    }

    /** The file where this node keeps what it has promised, so that a restart forgets nothing. */
    public PeerRegistry marksIn(Path file) {
        return marks(() -> MarkJournal.open(file));
    }

    /** Where this node keeps what it has promised. */
    public PeerRegistry marks(Supplier<MarkFile> marks) {
        this.marks = marks;
        return this;
    }

    /**
     * The row that decides between two nodes that cannot reach each other; for {@link Quorum#tieBreak()}, and for nothing
     * else. Opened when it is wanted, and closed together with the {@link Primus} that uses it.
     *
     * <pre>{@code
     * registry.quorum(Quorum.tieBreak()).witness("app-db", cluster -> store.witness(cluster, Duration.ofMillis(400)))
     * }</pre>
     *
     * @param name what both nodes call the database: by it they notice if each has another one, and then neither relies on
     *     the other
     */
    public PeerRegistry witness(String name, Function<ClusterName, Witness> witness) {
        this.row = name;
        this.witness = witness;
        return this;
    }

    /**
     * Who goes on when two sides of a partition meet; the lower name if never said, and where this one fails or names none
     * of those it was given. It is called on the node's thread and must return at once.
     */
    public PeerRegistry resolver(Resolver resolver) {
        this.resolver = new ContainedResolver(resolver);
        return this;
    }

    /** This node's promises do not count: it watches, and is not one of the members that make a quorum. */
    public PeerRegistry asObserver() {
        this.voter = false;
        return this;
    }

    /** For the test kit: members that decide by other rules. */
    public PeerRegistry rulings(Rulings others) {
        this.rulings = others;
        return this;
    }

    private Quorum quorum() {
        if (quorum == null) {
            throw new IllegalStateException("quorum is not set: call quorum(…), for three nodes and more"
                    + " Quorum.majorityOf(n); Quorum.available(n) goes on with a leader on each side of a partition");
        }
        return quorum;
    }

    private RegistryTiming timing() {
        if (timing != null) {
            return timing;
        }
        return quorum().isByPromise() ? RegistryTiming.DOCUMENTED : RegistryTiming.DOCUMENTED_AVAILABLE;
    }

    private MarkFile openMarks() {
        if (marks == null) {
            throw new IllegalStateException("marks are not set: call marksIn(file), a file of this node's own");
        }
        return marks.get();
    }

    @Override
    public LeaseTiming leaseTiming() {
        return timing().lease();
    }

    @Override
    public Ground ground(ClusterName cluster, NodeId self, Stage stage, NodeFeed feed, boolean eligible) {
        RegistryRules rules = new RegistryRules(self, voter && eligible, quorum(), row, timing(), resolver, rulings);
        RegistryEngine engine = new RegistryEngine(rules, stage, opening(cluster));
        PeerArbiter<?> arbiter = new PeerArbiter<>(cluster, engine, stage, link, openMarks());
        return Ground.amongPeers(arbiter, null, timing().lease().lease());
    }

    private @Nullable Supplier<Witness> opening(ClusterName cluster) {
        Function<ClusterName, Witness> opening = witness;
        return opening == null ? null : () -> opening.apply(cluster);
    }

    @Override
    public void mustBeSafe() {
        List<String> found = new ArrayList<>(quorum().violations());
        found.addAll(timing().violations());
        if (quorum().availability() == Availability.LAST_KNOWN) {
            found.add("policy = last_known: allowed with a registry is majority, available or lease_tie_break");
        }
        boolean wanted = quorum().rows() > 0;
        if (wanted && witness == null) {
            found.add("witness is not set: allowed with lease_tie_break is a row, call witness(…)");
        } else if (!wanted && witness != null) {
            found.add("witness is set: allowed with lease_tie_break only, not with "
                    + quorum().availability().name().toLowerCase(Locale.ROOT));
        }
        if (!found.isEmpty()) {
            throw new IllegalArgumentException("unsafe registry settings: " + String.join("; ", found));
        }
    }
}
