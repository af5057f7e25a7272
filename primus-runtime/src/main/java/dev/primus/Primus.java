package dev.primus;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.deathwatch.CompanionWatch;
import dev.primus.deathwatch.DeathWatches;
import dev.primus.deathwatch.PeerDeathWatch;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.duty.StopSignal;
import dev.primus.runtime.feed.FeedLog;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.runtime.node.Node;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.runtime.stage.Stage;
import dev.primus.settings.Kind;
import dev.primus.settings.NodeEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node: takes part in any number of elections, with one thread and one renewal for all of them. Safe for use from any
 * thread; make one per process and close it at the end.
 */
public final class Primus implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Primus.class);

    /** The name of the election of {@link #becomeCoordinator}. */
    public static final String COORDINATOR_ELECTION = "coordinator_lock";

    /** Leases without a leader before there is an alarm, if nobody says otherwise. */
    private static final int LEADERLESS_ALARM = 3;

    private final Node node;
    private final Stage stage;
    private final Ground ground;
    private final NodeFeed feed;
    private final ClusterName cluster;
    private final LeaseTiming timing;
    private final boolean eligible;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Primus(Builder settings, NodeName name) {
        this.stage = settings.stage == null ? new ProcessStage(name.value()) : settings.stage;
        this.cluster = settings.cluster;
        this.timing = settings.timing();
        this.eligible = settings.eligible;
        NodeId self = new NodeId(name, "%08x".formatted((int) stage.random()));
        this.feed = new NodeFeed(self, stage::wall, stage::lane);
        feed.subscribe("log", new FeedLog());
        Ground opened = null;
        try {
            opened = settings.ground(self, timing, stage, feed);
            this.ground = opened;
            this.node = new Node(self, timing, settings.leaderlessAlarm, stage, feed, opened.arbiter(), this::ledger);
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.close();
            }
            stage.close();
            throw e;
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Who this is: its name and this start's incarnation. */
    public NodeId id() {
        return node.self();
    }

    /** What happens here, as it happens. */
    public Feed feed() {
        return feed;
    }

    /** What this node takes part in now, in no order. */
    public List<Election> elections() {
        return node.seats().stream()
                .<Election>map(seat -> new SeatedElection(this, seat))
                .toList();
    }

    /**
     * Whether this node's loop goes on: DOWN if it has been stuck for more than a lease. Standbys, observers and nodes
     * whose store is away are UP. If peers have another configuration, {@link Health#why} names them. Asks nobody and never
     * blocks.
     */
    public Health health() {
        if (isClosed()) {
            return new Health(Health.Status.UP, "closed: takes part in nothing");
        }
        Duration late = node.late();
        return late.compareTo(timing.lease()) > 0
                ? new Health(
                        Health.Status.DOWN,
                        "the node's loop is late by %d ms, more than a lease of %d ms"
                                .formatted(late.toMillis(), timing.lease().toMillis()))
                : new Health(
                        Health.Status.UP,
                        peers().map(Peers::configurationMismatch).orElse(""));
    }

    /** Begins to describe this node's part in an election; it takes part from {@link ElectionBuilder#join()} on. */
    public ElectionBuilder election(String name) {
        return new ElectionBuilder(this, new ElectionName(name));
    }

    /**
     * The coordinator recipe: takes part in the election {@value #COORDINATOR_ELECTION} and does {@code work} for as
     * long as this node is the coordinator, under that term's token.
     */
    public Election becomeCoordinator(Duty work) {
        return election(COORDINATOR_ELECTION).duty("coordinator", work).join();
    }

    Node node() {
        return node;
    }

    Stage stage() {
        return stage;
    }

    /**
     * The books of this node's cluster, by a connection of their own: for those who want to know more than this node
     * does. Close it after use.
     */
    public Ledger ledger() {
        return ground.ledger();
    }

    /** The other nodes, where they decide among themselves; empty where a store does. */
    public Optional<Peers> peers() {
        return Optional.ofNullable(ground.peers());
    }

    /** What this node knows of its elections beyond who leads, where they are decided by vote; empty where not. */
    public Optional<BallotOffice> ballotOffice() {
        return Optional.ofNullable(ground.office());
    }

    /** Where the elections of this node's cluster are paused and let go on. Close it after use. */
    public Pauses pauses() {
        return ground.pauses();
    }

    /** Which cluster of the store this node belongs to. */
    public ClusterName cluster() {
        return cluster;
    }

    /** The times this node goes by. */
    public LeaseTiming timing() {
        return timing;
    }

    /** Puts on record in the feed what an operator did here; changes nothing else. */
    public void note(OperatorAct act) {
        feed.append(
                FeedKind.CONTROL,
                (seq, time, self) ->
                        new FeedRecord(seq, time, self, act.election(), FeedKind.CONTROL, null, null, act.details()));
    }

    /** Puts on record in the feed what a duty of this node has found out about the cluster; changes nothing else. */
    public void note(ClusterFinding finding) {
        feed.append(
                finding.kind(),
                (seq, time, self) -> new FeedRecord(
                        seq, time, self, finding.election(), finding.kind(), null, null, finding.details()));
    }

    /** Whether this node may lead; if not, it only observes. */
    public boolean isEligible() {
        return eligible;
    }

    Duration drain() {
        return timing.drain();
    }

    /** The longest that giving leadership up in good order may take. */
    public Duration patience() {
        return timing.drain().plus(timing.margin()).plus(timing.ioTimeout().multipliedBy(4));
    }

    /**
     * Leaves every election: duties are stopped, then leadership is given back. Waits until that is done, or until it
     * has taken as long as it may; what could not be given back then runs out by itself. A duty of this node that calls
     * this does not wait, since its own end is waited for. May be called twice.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (StopSignal.isOnDutyThreadOf(id())) {
            stage.launch("close", this::leaveAndClose, () -> {});
        } else {
            leaveAndClose();
        }
    }

    private void leaveAndClose() {
        try {
            leaveAll();
        } finally {
            stage.close();
            ground.close();
        }
    }

    /** Not even an interrupt may end this early: duties would go on without anybody to stop them. */
    private void leaveAll() {
        CompletableFuture<Void> left =
                node.shutdown().thenCompose(done -> ground.arbiter().leave());
        MonoTime until = stage.now().plus(patience());
        boolean interrupted = Thread.interrupted();
        while (!left.isDone() && stage.now().isBefore(until)) {
            try {
                stage.await(left, Duration.ofNanos(until.nanosSince(stage.now())));
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (TimeoutException e) {
                LOG.warn("{}: leaving took longer than {}; what is still held runs out by itself", id(), patience());
            } catch (ExecutionException e) {
                LOG.error("{}: leaving failed", id(), e.getCause());
            }
        }
        node.closeBooks(timing.ioTimeout());
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    /** The settings of a node. Refuses what cannot be safe when {@link #build()} is called. */
    public static final class Builder {
        private @Nullable NodeName name;
        private @Nullable LeaseStores stores;
        private @Nullable Stage stage;
        private @Nullable DeathWatches watches;
        private @Nullable AmongPeers peers;
        private ClusterName cluster = ClusterName.DEFAULT;
        private @Nullable LeaseTiming timing;
        private boolean eligible = true;
        private int leaderlessAlarm = LEADERLESS_ALARM;

        private Builder() {}

        /** This node's name; one name, one process at a time. */
        public Builder node(String node) {
            this.name = new NodeName(node);
            return this;
        }

        /** Which cluster of the store this is; {@code default} if never said. */
        public Builder cluster(String cluster) {
            this.cluster = new ClusterName(cluster);
            return this;
        }

        /**
         * Whether this node may lead; yes if never said. One that may not observes in every election it joins, and the
         * duties it was given there never run, so that the same code can be started everywhere.
         */
        public Builder eligible(boolean eligible) {
            this.eligible = eligible;
            return this;
        }

        /**
         * How many leases an election may be without a leader before the feed has an alarm ({@code leaderless}) that says
         * why; 3 if never said.
         *
         * @param leases 1 to 1000
         */
        public Builder leaderlessAlarm(int leases) {
            this.leaderlessAlarm = Kind.LEASES.read("leaderlessAlarm", Integer.toString(leases));
            return this;
        }

        /**
         * Takes from {@code environment}, usually {@link System#getenv()}, what it says of this node under the names of
         * the program's settings: the node's name, its cluster, whether it may lead, when to alarm, and the times of the
         * lease. What it does not mention stays as it is, so call this after what it may change and before what it may not. A new lease
         * brings all other times along. Without this call the library reads no environment.
         *
         * @throws IllegalArgumentException for a value that is not allowed: its name, the value, and what is allowed
         */
        public Builder fromEnvironment(Map<String, String> environment) {
            NodeEnvironment said = new NodeEnvironment(environment);
            said.refuseStaticAssignment();
            said.node().ifPresent(set -> this.name = set);
            said.cluster().ifPresent(set -> this.cluster = set);
            said.leaderlessAlarm().ifPresent(set -> this.leaderlessAlarm = set);
            said.eligibility().ifPresent(set -> this.eligible = set.eligible());
            LeaseTiming before = timing == null ? LeaseTiming.DEFAULT : timing;
            LeaseTiming now = said.timing(before);
            return now.equals(before) ? this : timing(now);
        }

        /** Where leases are kept. */
        public Builder store(LeaseStores stores) {
            this.stores = stores;
            return this;
        }

        /** Elections are decided among the nodes themselves, without a store. */
        public Builder registry(PeerRegistry registry) {
            this.peers = registry;
            return this;
        }

        /** The same, by vote for the fittest. */
        public Builder ballot(PeerBallot ballot) {
            this.peers = ballot;
            return this;
        }

        /** How long a lease runs without renewal, with all other times in proportion; 10 s if never said. */
        public Builder lease(Duration lease) {
            return timing(LeaseTiming.of(lease));
        }

        /** All times of the lease engine. */
        public Builder timing(LeaseTiming timing) {
            this.timing = timing;
            return this;
        }

        /**
         * A companion process that gives leadership back at once should this process die, however it dies; see
         * {@code JdbcDeathWatch} for what that does not cover. Beside registry or ballot a {@link PeerDeathWatch}.
         */
        public Builder deathWatch(DeathWatches watches) {
            this.watches = watches;
            return this;
        }

        /** For the test kit: other clocks, threads and chances than those of this process. */
        public Builder stage(Stage stage) {
            this.stage = stage;
            return this;
        }

        public Primus build() {
            if (name == null) {
                throw new IllegalStateException("node is not set: call node(name), one name for each process");
            }
            boolean both = stores != null && peers != null;
            if (both || stores == null && peers == null) {
                throw new IllegalStateException((both ? "store and peers are both set" : "store is not set")
                        + ": call store(…), for example JdbcStore.on(dataSource), or one of registry(…) and ballot(…)");
            }
            if (peers == null) {
                timing().orThrow();
            } else {
                peers.mustBeSafe();
                mustBeUnset("timing", timing);
            }
            mustFit(watches, peers != null);
            if (!eligible) {
                LOG.info("{} is not eligible: it observes", name);
            }
            return new Primus(this, name);
        }

        /** A companion can give back only what its own engine has given. */
        private static void mustFit(@Nullable DeathWatches watches, boolean amongPeers) {
            if (watches instanceof CompanionWatch && amongPeers != watches instanceof PeerDeathWatch) {
                throw new IllegalStateException("deathWatch = %s: must be %s"
                        .formatted(
                                watches.getClass().getSimpleName(),
                                amongPeers
                                        ? "a PeerDeathWatch beside registry or ballot"
                                        : "one of the store, such as JdbcDeathWatch, beside store"));
            }
        }

        private static void mustBeUnset(String setting, @Nullable Object value) {
            if (value != null) {
                throw new IllegalStateException(setting
                        + " is set beside registry or ballot: allowed is either, these have times of their own");
            }
        }

        private LeaseTiming timing() {
            if (peers != null) {
                return peers.leaseTiming();
            }
            return timing == null ? LeaseTiming.DEFAULT : timing;
        }

        private Ground ground(NodeId self, LeaseTiming times, Stage on, NodeFeed feed) {
            if (peers == null) {
                return Ground.ofStore(Objects.requireNonNull(stores), watches, cluster, self, times, on, feed);
            }
            Ground ground = peers.ground(cluster, self, on, feed, eligible);
            return watches == null ? ground : ground.watchedBy(watches, cluster, self, times, on, feed);
        }
    }
}
