package dev.primus.testkit.sim;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.core.LeaseTiming;
import dev.primus.testkit.check.Checks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Some machines, each with a node, and one store, in a world of their own whose time moves only when told to. Everything
 * that happens is checked. Not safe for use from several threads; any number of clusters can live side by side.
 */
public final class SimCluster implements AutoCloseable {
    private final SimSettings settings;
    private final World world;
    private final Checks checks;
    private final SimStore store;
    private final Map<String, SimMachine> machines = new LinkedHashMap<>();
    private final Chance lags;
    private Enlisting enlisting = (process, election) -> {};
    private final List<String> contests = new ArrayList<>();
    private @Nullable SimProcess standsStill;
    private int starts;
    private long steppedAt = Long.MIN_VALUE / 2;
    private long steppedBy;

    /** Has a process that was just started take part in an election. */
    interface Enlisting {
        void enlist(SimProcess process, String election);
    }

    public SimCluster(SimSettings settings) {
        this.settings = settings;
        this.world = new World(settings.seed(), settings.trace());
        this.checks = new Checks(
                world::now,
                settings.timing().lease().plus(settings.timing().margin()).toNanos());
        this.lags = world.chance().split("lag");
        this.store = new SimStore(
                timeline(world),
                settings.rules(),
                checks,
                node -> wall(node.name().value()),
                hints());
        for (int i = 0; i < settings.nodes(); i++) {
            String name = String.valueOf((char) ('a' + i));
            SimLink link = new SimLink(world, world.chance().split("link-" + name));
            link.weather(500_000, 0, 0, 0, 0);
            machines.put(name, new SimMachine(name, new SimClock(world, 1.0), link));
        }
    }

    private static Timeline timeline(World world) {
        return new Timeline() {
            @Override
            public long now() {
                return world.now();
            }

            @Override
            public void after(long nanos, Runnable task) {
                world.at(world.now() + nanos, task);
            }
        };
    }

    private SimHints hints() {
        return switch (settings.hints()) {
            case PUSHED -> SimHints.unreliable(world.chance().split("hints"), 0, 1_000_000);
            case UNRELIABLE -> SimHints.unreliable(world.chance().split("hints"), 0.3, 200_000_000);
            case NONE -> SimHints.NONE;
        };
    }

    public World world() {
        return world;
    }

    public SimStore store() {
        return store;
    }

    public Checks checks() {
        return checks;
    }

    public LeaseTiming timing() {
        return settings.timing();
    }

    public long seed() {
        return settings.seed();
    }

    boolean listenersMayBlock() {
        return settings.listenersMayBlock();
    }

    long lag() {
        return settings.lag() == 0 ? 0 : lags.between(0, settings.lag());
    }

    private Instant wall(String node) {
        return machine(node).clock().wall();
    }

    public List<SimMachine> machines() {
        return List.copyOf(machines.values());
    }

    public SimMachine machine(String node) {
        SimMachine machine = machines.get(node);
        if (machine == null) {
            throw new IllegalArgumentException("no node '%s': there are %s".formatted(node, machines.keySet()));
        }
        return machine;
    }

    /** The process that runs on a machine; fails if none does. */
    public SimProcess process(String node) {
        SimProcess process = machine(node).process();
        if (process == null) {
            throw new IllegalStateException("'%s' is down".formatted(node));
        }
        return process;
    }

    // ---- beginning -------------------------------------------------------------------------------------------

    /** How every process, now and after each restart, takes part in elections. */
    void enlistBy(Enlisting how) {
        enlisting = how;
    }

    /** Every node, now and after each restart, is a candidate in this election. */
    public SimCluster everybodyJoins(String election) {
        if (contests.isEmpty()) {
            enlistBy((process, name) -> process.join(name, false, Map.of(), List.of()));
        }
        contests.add(election);
        machines.values().forEach(machine -> {
            SimProcess process = machine.process();
            if (process != null) {
                enlisting.enlist(process, election);
            }
        });
        return this;
    }

    void contest(String election) {
        contests.add(election);
    }

    public List<String> contests() {
        return contests;
    }

    /** Starts every node. */
    public SimCluster startAll() {
        machines.keySet().forEach(this::start);
        return this;
    }

    /** Starts a process on a machine that has none: a new incarnation of the node. */
    public SimProcess start(String node) {
        SimMachine machine = machine(node);
        if (machine.process() != null) {
            throw new IllegalStateException("'%s' is running".formatted(node));
        }
        SimProcess process = new SimProcess(machine, this, world.chance().split("process-" + node + "-" + starts++));
        machine.runs(process);
        process.begin();
        for (String election : contests) {
            enlisting.enlist(process, election);
        }
        return process;
    }

    /** Takes part in an election with duties and listeners of one's own. */
    public Election join(String node, String election, Map<String, Duty> duties, List<Consumer<Change>> listeners) {
        return process(node).join(election, false, duties, listeners);
    }

    /** Only watches an election. */
    public Election observe(String node, String election, List<Consumer<Change>> listeners) {
        return process(node).join(election, true, Map.of(), listeners);
    }

    // ---- what can happen to processes ------------------------------------------------------------------------

    /** Ends a process without a word, as {@code kill -9} does. */
    public void kill(String node) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world.trace(node, () -> "-- killed");
            process.die();
        }
    }

    /** Kills a process and starts another one. */
    public SimProcess restart(String node) {
        kill(node);
        world.trace(node, () -> "-- started");
        return start(node);
    }

    /** Closes a node in good order; its process ends when that is done. */
    public void stop(String node) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world.trace(node, () -> "-- asked to stop");
            process.ending();
            process.launch("stop", () -> {
                process.primus().close();
                world.at(world.now(), process::die);
            });
        }
    }

    /** All threads of a process stand still for so long, as by SIGSTOP or a long collection. */
    public void pause(String node, Duration lasts) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world.trace(node, () -> "-- paused for " + lasts.toMillis() + " ms");
            process.freeze();
            world.at(world.now() + lasts.toNanos(), () -> {
                if (!process.isDead()) {
                    world.trace(node, () -> "-- goes on");
                }
                process.thaw();
            });
        }
    }

    /** The whole machine stands still, its monotonic clock too. */
    public void suspend(String node, Duration lasts) {
        SimMachine machine = machine(node);
        SimProcess process = machine.process();
        if (process != null && !process.isFrozen()) {
            world.trace(node, () -> "-- machine suspended for " + lasts.toMillis() + " ms");
            process.freeze();
            process.doubt();
            machine.clock().suspend();
            world.at(world.now() + lasts.toNanos(), () -> {
                machine.clock().resume();
                world.trace(node, () -> "-- machine resumed");
                process.thaw();
            });
        }
    }

    boolean isSuspended(String node) {
        SimProcess process = machine(node).process();
        return process != null && process.isFrozen();
    }

    /** Starts a node again once its former process has ended, unless somebody else has done so. */
    void startAfter(String node, Duration wait) {
        world.at(world.now() + wait.toNanos(), () -> {
            SimProcess former = machine(node).process();
            if (former == null) {
                world.trace(node, () -> "-- started");
                start(node);
            } else if (former.isEnding()) {
                startAfter(node, Duration.ofMillis(100));
            }
        });
    }

    /** Asks now whether it leads, and writes with that token later, whatever happens meanwhile. */
    public void writeLater(String node, String election, Duration wait) {
        SimProcess process = process(node);
        if (process.claims(election)) {
            long token = process.token(election);
            process.at(
                    world.now() + wait.toNanos(),
                    () -> checks.register(election).write(token));
        }
    }

    boolean mayStandStill(SimProcess process) {
        boolean free = standsStill == null && !process.isFrozen() && Baton.current() == null;
        if (free) {
            standsStill = process;
            world.trace(process.name(), () -> "-- stands still in the middle of a turn");
        }
        return free;
    }

    void stoodStill() {
        standsStill = null;
    }

    // ---- what can happen to links and clocks -----------------------------------------------------------------

    /** The store is unreachable for a node: every request disappears. */
    public void cut(String node) {
        cut(node, Duration.ofDays(1), false);
    }

    public void cut(String node, Duration lasts, boolean onlyReplies) {
        world.trace(node, () -> onlyReplies ? "-- hears no replies" : "-- cut off from the store");
        machine(node).link().cut(world.now() + lasts.toNanos(), onlyReplies);
    }

    void slow(String node, Duration lasts, Duration by) {
        world.trace(node, () -> "-- link slower by " + by.toMillis() + " ms");
        machine(node).link().slow(world.now() + lasts.toNanos(), by.toNanos());
    }

    /** The node's link is as good as ever. */
    public void heal(String node) {
        world.trace(node, () -> "-- link healed");
        machine(node).link().heal();
    }

    /** The node's wall clock is set. */
    public void skew(String node, Duration by) {
        world.trace(node, () -> "-- wall clock stepped by " + by.toMillis() + " ms");
        machine(node).clock().stepWall(by);
    }

    /** The node's monotonic clock runs faster or slower from now on. */
    public void drift(String node, double rate) {
        machine(node).clock().rate(rate);
    }

    /** The store's clock jumps; more than the margin within a lease is more than exclusion by time can bear. */
    public void stepStoreClock(Duration by) {
        world.trace("store", () -> "-- clock stepped by " + by.toMillis() + " ms");
        store.stepClock(by);
        if (by.isNegative() || timing().strictClock()) {
            return;
        }
        long lease = timing().lease().toNanos();
        steppedBy = world.now() - steppedAt < lease ? steppedBy + by.toNanos() : by.toNanos();
        steppedAt = world.now();
        if (steppedBy > timing().margin().toNanos()) {
            checks.assumptions().breakUntil(world.now() + lease);
        }
    }

    // ---- time ------------------------------------------------------------------------------------------------

    /** Lets time go by. */
    public SimCluster advance(Duration span) {
        world.runUntil(world.now() + span.toNanos());
        return this;
    }

    /**
     * Lets time go by until every election that has a live candidate has a leader.
     *
     * @throws AssertionError if that takes longer than any bound we promise
     */
    public SimCluster settle() {
        long until = world.now() + timing().lease().multipliedBy(4).toNanos();
        while (!isSettled()) {
            if (world.now() >= until) {
                throw new AssertionError(blame(
                        "no leader after %s in %s".formatted(timing().lease().multipliedBy(4), contests)));
            }
            advance(Duration.ofMillis(1));
        }
        return this;
    }

    private boolean isSettled() {
        return machines.values().stream()
                .map(SimMachine::process)
                .filter(process -> process != null && !process.isFrozen())
                .flatMap(process -> process.elections().keySet().stream())
                .distinct()
                .allMatch(election -> leaderOf(election).isPresent());
    }

    // ---- questions -------------------------------------------------------------------------------------------

    /** Who says now that it leads. */
    public Optional<String> leaderOf(String election) {
        for (SimMachine machine : machines.values()) {
            SimProcess process = machine.process();
            if (process != null && process.claims(election)) {
                return Optional.of(machine.name());
            }
        }
        return Optional.empty();
    }

    /** Fails if any promise was broken so far. */
    public SimCluster oneLeaderAtMost() {
        if (!checks.findings().isEmpty()) {
            throw new AssertionError(blame(checks.findings().all().toString()));
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
        if (contests.size() != 1) {
            throw new IllegalStateException("say which election: there are " + contests);
        }
        return ledBy(node, contests.get(0));
    }

    private String blame(String what) {
        return "%s (seed %d, %.3f s)".formatted(what, seed(), world.now() / 1e9);
    }

    /** Ends every process, and so every thread. */
    @Override
    public void close() {
        machines.values().forEach(machine -> {
            SimProcess process = machine.process();
            if (process != null) {
                process.die();
            }
        });
    }
}
