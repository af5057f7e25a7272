package dev.primus;

import dev.primus.core.BallotTiming;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.BallotRules;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Weights;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.PeerLink;
import dev.primus.runtime.facts.Experience;
import dev.primus.runtime.facts.HostGauge;
import dev.primus.runtime.facts.Sampler;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.file.MarkJournal;
import dev.primus.runtime.peers.BallotEngine;
import dev.primus.runtime.peers.BallotNotes;
import dev.primus.runtime.peers.FactSource;
import dev.primus.runtime.peers.MeasuredFacts;
import dev.primus.runtime.peers.Office;
import dev.primus.runtime.peers.PeerArbiter;
import dev.primus.runtime.stage.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Elections without a database in which the fittest node wins: candidates state what was measured of them, the others vote
 * for the best, and a majority decides.
 *
 * <pre>{@code
 * PeerBallot.over(link).quorum(Quorum.majorityOf(3)).filesIn(Path.of("/var/lib/app")).capabilities("admin_election")
 * }</pre>
 */
public final class PeerBallot implements AmongPeers {
    private final PeerLink link;
    private final Set<Capability> capabilities = new TreeSet<>();
    private @Nullable Quorum quorum;
    private @Nullable Path folder;
    private @Nullable Supplier<MarkFile> votes;
    private @Nullable Supplier<Facts> facts;
    private BallotTiming timing = BallotTiming.FAST;
    private Weights weights = Weights.DEFAULT;
    private Map<NodeName, Set<Capability>> attested = Map.of();
    private boolean voter = true;

    private PeerBallot(PeerLink link) {
        this.link = link;
    }

    /** @param link the way to the other nodes; closed together with the {@link Primus} that uses it */
    public static PeerBallot over(PeerLink link) {
        return new PeerBallot(link);
    }

    /** How many must agree, of how many; there is no default. */
    public PeerBallot quorum(Quorum quorum) {
        this.quorum = quorum;
        return this;
    }

    /** {@link BallotTiming#FAST} if never said. */
    public PeerBallot timing(BallotTiming timing) {
        this.timing = timing;
        return this;
    }

    /** How candidates are weighed; all nodes need the same weights. */
    public PeerBallot weights(Weights weights) {
        this.weights = weights;
        return this;
    }

    /** What this node can do. Only one with {@code admin_election}, {@code context_curation} or {@code project_manager} leads. */
    public PeerBallot capabilities(String... names) {
        for (String name : names) {
            capabilities.add(new Capability(name));
        }
        return this;
    }

    /** What nodes can do by the word of who vouches for them, whatever they say themselves. */
    public PeerBallot attested(Map<NodeName, Set<Capability>> known) {
        this.attested = known;
        return this;
    }

    /** The folder where this node keeps its votes, so that a restart forgets none, and for how long it has been a node. */
    public PeerBallot filesIn(Path folder) {
        this.folder = folder;
        return this;
    }

    /** Where this node keeps its votes, if not in a file. */
    public PeerBallot votes(Supplier<MarkFile> votes) {
        this.votes = votes;
        return this;
    }

    /**
     * What this node states of itself, if it is not measured here; without its capabilities. It is called on the node's
     * thread and must return at once; if it fails, what it returned last is stated again.
     */
    public PeerBallot facts(Supplier<Facts> facts) {
        this.facts = facts;
        return this;
    }

    /** This node does not vote: it watches, and is not one of those that make a majority. */
    public PeerBallot asObserver() {
        this.voter = false;
        return this;
    }

    @Override
    public LeaseTiming leaseTiming() {
        return timing.lease();
    }

    @Override
    public Ground ground(ClusterName cluster, NodeId self, Stage stage, NodeFeed feed, boolean eligible) {
        BallotRules rules = new BallotRules(self, voter && eligible, quorum(), timing, weights, attested);
        MarkFile marks = openVotes(self);
        mustAgree(rules, marks);
        Office office = new Office(
                stage, new BallotNotes(feed, quorum().size()), timing.lease().renewEvery(), timing.heartbeatTimeout());
        BallotEngine engine = new BallotEngine(rules, stage, source(self, stage), office);
        PeerArbiter<?> arbiter = new PeerArbiter<>(cluster, engine, stage, link, marks);
        return Ground.amongPeers(arbiter, office, timing.heartbeatTimeout());
    }

    /** A file that this node cannot go on with is not kept from others. */
    private static void mustAgree(BallotRules rules, MarkFile marks) {
        List<String> found = rules.contradictions(marks.read());
        if (!found.isEmpty()) {
            marks.close();
            throw new IllegalArgumentException(
                    "ballot settings do not fit what was voted: " + String.join("; ", found));
        }
    }

    private Quorum quorum() {
        if (quorum == null) {
            throw new IllegalStateException("quorum is not set: call quorum(…), for three nodes and more"
                    + " Quorum.majorityOf(n); Quorum.available(n) goes on with a leader on each side of a partition");
        }
        return quorum;
    }

    private Path folder() {
        if (folder == null) {
            throw new IllegalStateException("files are not set: call filesIn(folder), a folder of this node's own");
        }
        return folder;
    }

    private MarkFile openVotes(NodeId self) {
        return votes == null ? MarkJournal.open(folder().resolve(self.name() + ".votes")) : votes.get();
    }

    private FactSource source(NodeId self, Stage stage) {
        Supplier<Facts> given = facts;
        if (given != null) {
            FactSource contained = FactSource.of(given);
            return () -> contained.facts().withCapabilities(capabilities);
        }
        Experience experience = Experience.open(folder().resolve(self.name() + ".experience"));
        Sampler sampler = new Sampler(HostGauge.of(folder()), experience, capabilities);
        return new MeasuredFacts(sampler, stage.lane("facts"), stage.now());
    }

    @Override
    public void mustBeSafe() {
        List<String> found = new ArrayList<>(quorum().violations());
        found.addAll(timing.violations());
        found.addAll(weights.violations());
        if (quorum().rows() > 0) {
            found.add("policy = lease_tie_break: allowed with a ballot is majority, available or last_known");
        }
        if (!found.isEmpty()) {
            throw new IllegalArgumentException("unsafe ballot settings: " + String.join("; ", found));
        }
    }
}
