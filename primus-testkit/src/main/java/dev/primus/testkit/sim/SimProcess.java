package dev.primus.testkit.sim;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.ElectionBuilder;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.Witness;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.testkit.check.Claimant;
import dev.primus.testkit.check.Part;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One start of a node's process: a real {@link Primus} on a simulated stage, which can be frozen and can die. */
public final class SimProcess implements Claimant {
    private final SimMachine machine;
    private final Fleet fleet;
    private final World world;
    private final SimStage stage;
    private final Map<String, Election> elections = new LinkedHashMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final Correspondence correspondence;
    private final List<CompletableFuture<?>> asked = new ArrayList<>();
    private final List<SimWork> threads = new ArrayList<>();
    private final Queue<Runnable> missed = new ArrayDeque<>();
    private @Nullable Primus primus;
    private @Nullable AuditedLink link;
    private @Nullable SimCompanion companion;
    private int freezes;
    private boolean dead;
    private boolean doubtful;
    private int doubted;
    private boolean ending;
    private boolean checking;
    private long thawedAt = Long.MIN_VALUE / 2;

    SimProcess(SimMachine machine, Fleet fleet, Chance chance) {
        this.machine = machine;
        this.fleet = fleet;
        this.world = fleet.world();
        this.correspondence = new Correspondence(parts, fleet.checks(), fleet.timing());
        this.stage = new SimStage(this, chance, fleet.timing().ioTimeout());
    }

    void begin() {
        Primus started =
                grounded(Primus.builder().node(machine.name()).stage(stage)).build();
        primus = started;
        started.feed().subscribe(SimStage.WITNESS, this::noted);
        if (world.isTraced()) {
            started.feed().subscribe(SimStage.FEED_READER, record -> world.trace(machine.name(), record::toString));
        }
    }

    private Primus.Builder grounded(Primus.Builder builder) {
        PeerRules rules = fleet.peerRules();
        if (rules == null) {
            return builder.store(fleet.store()).timing(fleet.timing());
        }
        rules.manner().ground(builder, this, rules);
        if (rules.companions()) {
            builder.deathWatch(post -> {
                SimCompanion opened = new SimCompanion(this, fleet.peers(), fleet.programs(), post);
                companion = opened;
                return opened;
            });
        }
        return builder;
    }

    /** This process's link, of which there is one: what it says and hears on it is read along. */
    PeerLink link() {
        AuditedLink made = fleet.peers().link(this);
        link = made;
        PeerRules rules = fleet.peerRules();
        return rules == null ? made : rules.line().apply(made);
    }

    /** Says something to another member that its engine would never say. */
    void lie(PeerMail letter) {
        AuditedLink mine = link;
        if (!dead && freezes == 0 && mine != null) {
            mine.lie(letter);
        }
    }

    /** The row that votes with two members, as this process sees it. */
    Witness row() {
        return fleet.peers().row().asSeenBy(this);
    }

    boolean votes() {
        return fleet.votes(machine.name());
    }

    /** What is measured of this process: some machines are better than others, and all get better with time. */
    Facts facts() {
        return fleet.areTwins() ? SimMachine.ORDINARY : machine.facts(Duration.ofNanos(ownTime()));
    }

    /** The row has promised this process a term, of which it may or may not hear. */
    void promisedByRow(ElectionName election) {
        PeerRules rules = fleet.peerRules();
        if (rules != null) {
            long reign = rules.manner().lease().reign().toNanos();
            parts().stream()
                    .filter(part -> part.isIn(election.value()))
                    .forEach(part -> fleet.checks().confirmed(part, ownTime() + reign));
        }
    }

    private void noted(FeedRecord record) {
        if (dead) {
            return; // It was killed in the midst of a turn, and what it would still have said nobody hears.
        }
        fleet.checks().told(this, record);
        ElectionName election = record.election();
        if (record.kind() == FeedKind.STORE_WENT_BACK && election != null) {
            correspondence.alarmed(election);
        }
    }

    /** The node that runs in this process. */
    public Primus primus() {
        if (primus == null) {
            throw new IllegalStateException("the process has not begun");
        }
        return primus;
    }

    /** Takes part in an election; what happens there is checked. */
    Election join(String name, boolean observer, Map<String, Duty> duties, List<Consumer<Change>> listeners) {
        return join(name, observer, builder -> {
            duties.forEach(builder::duty);
            listeners.forEach(builder::onChange);
        });
    }

    private Election join(String name, boolean observer, Consumer<ElectionBuilder> how) {
        ElectionBuilder builder = primus().election(name);
        if (observer) {
            builder.asObserver();
        }
        how.accept(builder);
        builder.onChange(change -> fleet.checks().heard(this, change));
        Election election = builder.join();
        elections.put(name, election);
        parts.add(fleet.checks().takesPart(this, election, observer));
        return election;
    }

    /** Takes part without waiting for it; for use inside the simulation, where nobody can wait. */
    void enlist(String name, boolean observer, Consumer<ElectionBuilder> how) {
        launch("join", () -> join(name, observer, how));
    }

    Map<String, Election> elections() {
        return elections;
    }

    /** This process's part in an election. */
    public Election election(String name) {
        Election election = elections.get(name);
        if (election == null) {
            throw new IllegalArgumentException("%s takes no part in '%s'".formatted(machine.name(), name));
        }
        return election;
    }

    /** Remembers what its user waits for. */
    void asks(CompletableFuture<?> answer) {
        asked.add(answer);
    }

    /** Whether everything its user has asked for was answered. */
    boolean hasAnswered() {
        return dead || asked.stream().allMatch(CompletableFuture::isDone);
    }

    int connections() {
        return fleet.store().connections();
    }

    Correspondence correspondence() {
        return correspondence;
    }

    World world() {
        return world;
    }

    SimMachine machine() {
        return machine;
    }

    boolean listenersMayBlock() {
        return fleet.listenersMayBlock();
    }

    long lag() {
        return fleet.lag();
    }

    /** Something this process does then: not while it is frozen, and never again once it is dead. */
    void at(long time, Runnable task) {
        world.at(time, () -> run(task));
    }

    /** Something comes to this process now: it takes notice when it can. */
    void meets(Runnable task) {
        run(task);
    }

    private void run(Runnable task) {
        if (dead) {
            return;
        }
        if (freezes > 0) {
            missed.add(task);
            return;
        }
        task.run();
        check();
    }

    /** The checks look at our clock too, but are no part of what we do. */
    private void check() {
        checking = true;
        fleet.checks().after(this);
        fleet.moved(this);
        checking = false;
    }

    boolean canStandStill() {
        return !checking && freezes == 0;
    }

    SimWork launch(String name, Runnable body) {
        SimWork work = new SimWork(this, name, body);
        if (dead) {
            work.doom();
            return work;
        }
        threads.removeIf(SimWork::isOver);
        threads.add(work);
        work.begin();
        return work;
    }

    @Nullable
    SimWork current() {
        Baton mine = Baton.current();
        if (mine != null) {
            for (SimWork work : threads) {
                if (work.belongsTo(mine)) {
                    return work;
                }
            }
        }
        return null;
    }

    /** Stops every thread of the process; time goes on without it. */
    void freeze() {
        freezes++;
        fleet.peers().disturb(world.now());
    }

    /** Some other thread may wake before the node's: what it hears is checked first. */
    void thaw() {
        if (--freezes > 0 || dead) {
            return;
        }
        thawedAt = world.now();
        fleet.peers().disturb(thawedAt);
        check();
        while (!missed.isEmpty()) {
            Runnable task = missed.remove();
            world.at(world.now(), () -> run(task));
        }
    }

    /** The whole process stands still in the middle of what it does, while everybody else goes on. */
    void standStill(long nanos) {
        if (fleet.mayStandStill(this)) {
            freeze();
            world.runUntil(world.now() + nanos);
            fleet.stoodStill();
            thaw();
        }
    }

    void stallAtReading(int reading, Duration lasts) {
        stage.stallAtReading(reading, lasts);
    }

    /** After a machine was suspended nobody can know it before the node's first turn; only the token covers that. */
    void doubt() {
        doubtful = true;
        doubted++;
    }

    /** How often the machine was suspended. */
    int doubted() {
        return doubted;
    }

    /** Threads and time for something else that runs in this process. */
    SimStage anotherStage(Chance chance) {
        return new SimStage(this, chance, fleet.timing().ioTimeout());
    }

    /** The node has had a turn. */
    void turned() {
        doubtful = false;
    }

    void ending() {
        ending = true;
    }

    boolean isEnding() {
        return ending && !dead;
    }

    /** Blocks one of this process's own threads. */
    public void rest(Duration span) throws InterruptedException {
        stage.sleep(span);
    }

    /** Blocks the calling thread, whoever interrupts it. */
    void restStubbornly(Duration span) {
        long until = stage.nanos() + span.toNanos();
        for (long left = span.toNanos(); left > 0; left = until - stage.nanos()) {
            try {
                stage.sleep(Duration.ofNanos(left));
            } catch (InterruptedException ignored) {
                // That is what being stubborn means.
            }
        }
    }

    boolean isFrozen() {
        return freezes > 0;
    }

    /** Ends without a word; the views of the others may be wrong until they have noticed. */
    void die() {
        dead = true;
        fleet.peers().disturb(world.now());
        stage.close();
        List.copyOf(threads).forEach(SimWork::doom);
        threads.clear();
        fleet.checks().died(this);
        SimCompanion left = companion;
        if (left != null && primus != null) {
            left.onDeath(primus.id());
        }
    }

    /** Whether its cluster decides by a quorum, so that no two members lead at once. */
    boolean isBoundByPromises() {
        PeerRules rules = fleet.peerRules();
        return rules == null || rules.quorum().isByPromise();
    }

    /** Runs a program until the term ends. It takes some time to stop, and outlives this process unless it is killed. */
    void runProgram(ElectionName election, Leadership leadership) throws InterruptedException {
        SimCompanion guard = companion;
        if (guard != null && !guard.guard(election)) {
            return;
        }
        fleet.programs().started(this, election, leadership.token());
        try {
            while (leadership.state() != Leadership.State.ENDED) {
                leadership.sleep(fleet.timing().lease());
            }
        } catch (InterruptedException e) {
            rest(fleet.timing().drain().dividedBy(2));
        } finally {
            if (!dead) {
                fleet.programs().ended(this, election);
                if (guard != null) {
                    guard.unguard(election);
                }
            }
        }
    }

    public boolean isDead() {
        return dead;
    }

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public boolean canBeAsked() {
        return !dead && !doubtful;
    }

    @Override
    public List<Part> parts() {
        return parts;
    }

    /** What it would say now if it were asked whether it leads. */
    boolean claims(String election) {
        Election part = elections.get(election);
        return canBeAsked() && part != null && part.isLeader();
    }

    /** The token of the term it claims; 0 if it claims none. */
    long token(String election) {
        return election(election).leadership().map(Leadership::token).orElse(0L);
    }

    @Override
    public long ownTime() {
        return machine.clock().mono();
    }

    /** Pauses within the last lease may have kept duties from ending in time. */
    @Override
    public boolean isUndisturbed() {
        return freezes == 0
                && world.now() - thawedAt > 2 * fleet.timing().lease().toNanos();
    }

    @Override
    public String toString() {
        return primus == null ? machine.name() : primus.id().toString();
    }
}
