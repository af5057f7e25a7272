package dev.primus.testkit.sim;

import dev.primus.core.LeaseTiming;
import dev.primus.testkit.check.Checks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The machines of a {@link SimCluster}, their processes and their store, and how each process begins. */
abstract class Fleet implements AutoCloseable {
    private static final int LETTERS = 26;

    private final SimSettings settings;
    private final World world;
    private final Checks checks;
    private final ProgramCheck programs;
    private final SimStore store;
    private final SimPeers peers;
    private final Map<String, SimMachine> machines = new LinkedHashMap<>();
    private final List<SimMachine> allMachines;
    private final Chance lags;
    private Enlisting enlisting = (process, election) -> {};
    private Consumer<SimProcess> moves = process -> {};
    private final List<String> contests = new ArrayList<>();
    private @Nullable SimProcess standsStill;
    private int starts;
    private Predicate<String> observers = node -> false;

    /** Has a process that was just started take part in an election. */
    interface Enlisting {
        void enlist(SimProcess process, String election);
    }

    Fleet(SimSettings settings) {
        this.settings = settings;
        this.world = new World(settings.seed(), settings.trace());
        this.checks = new Checks(
                world::now,
                settings.timing().lease().plus(settings.timing().margin()).toNanos());
        this.programs = new ProgramCheck(checks, world);
        this.lags = world.chance().split("lag");
        this.store = new SimStore(
                timeline(world),
                settings.rules(),
                checks,
                node -> wall(node.name().value()),
                hints());
        this.peers = new SimPeers(
                world,
                world.chance().split("peers"),
                settings.peers() == null
                        ? UnaryOperator.identity()
                        : settings.peers().wire(),
                settings.peers() == null ? null : settings.peers().sheath(),
                checks.findings());
        for (int i = 0; i < settings.nodes(); i++) {
            String name = i < LETTERS ? String.valueOf((char) ('a' + i)) : "n" + i;
            SimLink link = new SimLink(world, world.chance().split("link-" + name));
            link.weather(500_000, 0, 0, 0, 0);
            machines.put(name, new SimMachine(name, new SimClock(world, 1.0), link));
        }
        this.allMachines = List.copyOf(machines.values());
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

    SimPeers peers() {
        return peers;
    }

    /** How members decide among themselves; null if a store decides. */
    @Nullable
    PeerRules peerRules() {
        return settings.peers();
    }

    /** In some simulations all machines are alike, so that only names tell candidates apart. */
    boolean areTwins() {
        return settings.seed() % 4 == 1;
    }

    /** The programs that run now. */
    ProgramCheck programs() {
        return programs;
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
        return allMachines;
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

    /** How every process, now and after each restart, takes part in elections. */
    void enlistBy(Enlisting how) {
        enlisting = how;
    }

    /** Whoever runs, and whoever is started later, takes part in this election. */
    void contest(String election) {
        contests.add(election);
        for (SimMachine machine : machines()) {
            SimProcess process = machine.process();
            if (process != null) {
                enlisting.enlist(process, election);
            }
        }
    }

    /** Whether the promises of this machine's node count. */
    boolean votes(String node) {
        return !observers.test(node);
    }

    /** Which nodes only watch. */
    void observers(Predicate<String> which) {
        observers = which;
    }

    public List<String> contests() {
        return contests;
    }

    /** Who is told that something has happened in a process. */
    void readAlong(Consumer<SimProcess> reader) {
        moves = reader;
    }

    void moved(SimProcess process) {
        moves.accept(process);
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

    /** One process at a time may stand still in the middle of a turn: the others' time goes by within it. */
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
