package dev.primus.testkit.planted;

import dev.primus.core.registry.Rulings;
import dev.primus.testkit.sim.Outcome;
import dev.primus.testkit.sim.Simulation;
import dev.primus.testkit.sim.StoreRules;
import java.time.Duration;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs one seed and tells the first violation, or "": only JDK types, so that it can be asked across class loaders. */
public final class Probe implements LongFunction<String> {
    static final String LEASE = "lease";
    static final String REGISTRY = "registry";
    static final String BALLOT = "ballot";
    static final String REFORMED = "reformed ballot";
    static final String MISCONFIGURED = "misconfigured ballot";
    static final String WORK = "work";
    static final String COMPANION = "companion";
    static final String HOSTILE = "hostile registry";
    static final String GUARDED = "guarded registry";

    private final LongFunction<String> run;

    /** The engine of that name, as it is loaded here. */
    public Probe(String engine) {
        this.run = engine.equals(COMPANION) ? new CompanionProbe() : seed -> run(simulation(engine), seed);
    }

    private Probe(Supplier<Simulation> simulations) {
        this.run = seed -> run(simulations.get(), seed);
    }

    private static Simulation simulation(String engine) {
        return switch (engine) {
            case LEASE -> Simulation.lease();
            case REGISTRY -> Simulation.registry().length(Duration.ofMinutes(5));
            case BALLOT -> Simulation.ballot().length(Duration.ofMinutes(3));
            case REFORMED -> Simulation.reformedBallot().length(Duration.ofMinutes(3));
            case HOSTILE -> Simulation.hostileRegistry().length(Duration.ofMinutes(3));
            case GUARDED -> Simulation.guardedRegistry().length(Duration.ofMinutes(3));
            case MISCONFIGURED -> Simulation.misconfiguredBallot().length(Duration.ofMinutes(3));
            case WORK -> Simulation.work().length(Duration.ofMinutes(3));
            default -> throw new IllegalArgumentException(engine);
        };
    }

    static Probe withStore(Supplier<StoreRules> wrong) {
        return new Probe(() -> Simulation.lease().rules(wrong));
    }

    static Probe withRulings(Supplier<Rulings> wrong) {
        return new Probe(
                () -> Simulation.registry().length(Duration.ofMinutes(5)).rulings(wrong));
    }

    @Override
    public String apply(long seed) {
        return run.apply(seed);
    }

    private static String run(Simulation simulation, long seed) {
        Outcome outcome = simulation.replay(simulation.schedule(seed));
        return outcome.isClean() ? "" : outcome.violations().get(0).toString();
    }
}
