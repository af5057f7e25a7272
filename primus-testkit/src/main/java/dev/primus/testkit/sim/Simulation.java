package dev.primus.testkit.sim;

import dev.primus.core.registry.Rulings;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs an engine through simulations, one for each seed:
 *
 * <pre>{@code
 * SimulationResult result = Simulation.lease().seeds(1, 2000).run();
 * Simulation.lease().trace(42, System.out::println);
 * }</pre>
 *
 * Settings are changed from one thread; {@link #run()} uses as many as told.
 */
public final class Simulation {
    private static final int SHRUNK = 3;

    private long first = 1;
    private long last = 1;
    private Duration length = Duration.ofMinutes(30);
    private int threads = Runtime.getRuntime().availableProcessors();
    private Supplier<StoreRules> rules = StoreRules::new;
    private Supplier<Rulings> rulings = Rulings::new;
    private UnaryOperator<PeerMessage> wire = UnaryOperator.identity();
    private Supplier<@Nullable Sheath> sheaths = () -> null;
    private Supplier<@Nullable WorkRules> works = () -> null;
    private BiFunction<Long, Duration, Schedule> draw = Swarm::draw;
    private Consumer<String> reader = line -> {};
    private long mostFailures = Long.MAX_VALUE;

    private Simulation() {}

    /** The lease engine. */
    public static Simulation lease() {
        return new Simulation();
    }

    /** The registry engine: no store, members that decide among themselves. */
    public static Simulation registry() {
        Simulation simulation = new Simulation();
        simulation.draw = PeerSwarm::draw;
        return simulation;
    }

    /** The ballot engine: members that vote for the fittest. */
    public static Simulation ballot() {
        Simulation simulation = new Simulation();
        simulation.draw = PeerSwarm::drawBallot;
        return simulation;
    }

    /** The ballot engine while operators change who votes. */
    public static Simulation reformedBallot() {
        Simulation simulation = new Simulation();
        simulation.draw = PeerSwarm::drawReforms;
        return simulation;
    }

    /** The registry engine with a member that sends what its engine never would. */
    public static Simulation hostileRegistry() {
        Simulation simulation = new Simulation();
        simulation.draw = (seed, length) -> PeerSwarm.withHostileMember(PeerSwarm.draw(seed, length));
        return simulation;
    }

    /** The ballot engine with such a member. */
    public static Simulation hostileBallot() {
        Simulation simulation = new Simulation();
        simulation.draw = (seed, length) -> PeerSwarm.withHostileMember(PeerSwarm.drawBallot(seed, length));
        return simulation;
    }

    /** The registry engine with programs and companions, as {@code primus run} has them. */
    public static Simulation guardedRegistry() {
        Simulation simulation = new Simulation();
        simulation.draw = (seed, length) -> PeerSwarm.withPrograms(PeerSwarm.draw(seed, length));
        return simulation;
    }

    /** The ballot engine with programs and companions. */
    public static Simulation guardedBallot() {
        Simulation simulation = new Simulation();
        simulation.draw = (seed, length) -> PeerSwarm.withPrograms(PeerSwarm.drawBallot(seed, length));
        return simulation;
    }

    /** The ballot engine where, in large enough clusters, one node is set up for another cluster size. */
    public static Simulation misconfiguredBallot() {
        Simulation simulation = new Simulation();
        simulation.draw = PeerSwarm::drawMisconfigured;
        return simulation;
    }

    /**
     * The ballot engine on a network with strangers, its members speaking through what keeps those out. Its length is that
     * of the storm.
     *
     * @param sheaths makes one for each simulation
     */
    public static Simulation sealedBallot(Supplier<Sheath> sheaths) {
        Simulation simulation = new Simulation();
        simulation.draw = PeerSwarm::drawSealed;
        simulation.sheaths = sheaths::get;
        return simulation;
    }

    /** Workers in every process, and a coordinator by lease that shares partitions out over them. */
    public static Simulation work() {
        Simulation simulation = new Simulation();
        simulation.draw = SimGang::draw;
        simulation.works = WorkRules::new;
        return simulation;
    }

    /** Members that go by other rules: to plant a mistake. */
    public Simulation rulings(Supplier<Rulings> wrong) {
        rulings = wrong;
        return this;
    }

    /** What members say to each other goes through this, such as a codec there and back. */
    public Simulation through(UnaryOperator<PeerMessage> other) {
        wire = other;
        return this;
    }

    /** Both included. */
    public Simulation seeds(long from, long to) {
        first = from;
        last = to;
        return this;
    }

    public Simulation seed(long one) {
        return seeds(one, one);
    }

    /** How much time goes by in each simulation; 30 minutes if never said. */
    public Simulation length(Duration simulated) {
        length = simulated;
        return this;
    }

    public Simulation threads(int many) {
        threads = many;
        return this;
    }

    /** Other rules for the store, one instance for each simulation: to plant a mistake. */
    public Simulation rules(Supplier<StoreRules> wrong) {
        rules = wrong;
        return this;
    }

    /** No need to go on once something was found. */
    public Simulation stopAtFirst() {
        return stopAfter(1);
    }

    /** Goes on until so many seeds have failed. */
    public Simulation stopAfter(long failures) {
        mostFailures = failures;
        return this;
    }

    /** Who hears, while it runs, how far it is and what was found. */
    public Simulation reportTo(Consumer<String> other) {
        reader = other;
        return this;
    }

    /** What a seed stands for. */
    public Schedule schedule(long seed) {
        return draw.apply(seed, length);
    }

    /** One simulation. */
    public Outcome replay(Schedule schedule) {
        return Run.of(ruled(schedule), rules.get(), works.get(), null);
    }

    /** One simulation, told line by line. */
    public Outcome trace(long seed, Consumer<String> reader) {
        return trace(schedule(seed), reader);
    }

    public Outcome trace(Schedule schedule, Consumer<String> reader) {
        return Run.of(ruled(schedule), rules.get(), works.get(), reader);
    }

    private Schedule ruled(Schedule schedule) {
        PeerRules peers = schedule.peers();
        return peers == null
                ? schedule
                : schedule.withPeers(peers.with(rulings.get()).through(wire).in(sheaths.get()));
    }

    /** The least that shows the same violation. */
    public Schedule shrink(Outcome failed) {
        return Shrink.of(failed, this::replay);
    }

    /** All simulations of the range, on several threads. */
    public SimulationResult run() {
        long begun = System.nanoTime();
        AtomicLong next = new AtomicLong(first);
        Progress progress = new Progress(reader, System::nanoTime, last - first + 1);
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Worker worker = new Worker(next, progress);
            worker.setName("primus-simulation-" + i);
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }
        workers.forEach(Simulation::joinQuietly);
        long took = System.nanoTime() - begun;
        Figures figures = Figures.NONE;
        List<Outcome> failed = new ArrayList<>();
        for (Worker worker : workers) {
            figures = figures.plus(worker.figures);
            failed.addAll(worker.failed);
            if (worker.broken != null) {
                throw new IllegalStateException("seed %d could not be simulated".formatted(worker.seed), worker.broken);
            }
        }
        failed.sort(Comparator.comparingLong(outcome -> outcome.schedule().seed()));
        List<SimulationResult.Failure> failures = failed.stream()
                .limit(SHRUNK)
                .map(outcome -> new SimulationResult.Failure(outcome, shrink(outcome)))
                .toList();
        return new SimulationResult(failures, failed.size(), figures, took, threads);
    }

    private static void joinQuietly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes one seed after another. */
    private final class Worker extends Thread {
        private final AtomicLong next;
        private final Progress progress;
        private final List<Outcome> failed = new ArrayList<>();
        private Figures figures = Figures.NONE;
        private long seed;
        private @Nullable Throwable broken;

        Worker(AtomicLong next, Progress progress) {
            this.next = next;
            this.progress = progress;
        }

        @Override
        public void run() {
            try {
                for (seed = next.getAndIncrement(); seed <= last; seed = next.getAndIncrement()) {
                    Outcome outcome = replay(schedule(seed));
                    figures = figures.plus(outcome.figures());
                    if (!outcome.isClean()) {
                        failed.add(outcome);
                    }
                    if (progress.ended(outcome) >= mostFailures) {
                        next.set(last + 1);
                    }
                }
            } catch (RuntimeException | Error e) {
                broken = e;
                next.set(last + 1);
            }
        }
    }
}
