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
    static final String WORK = "work";

    private final Supplier<Simulation> simulations;

    /** The engine of that name, as it is loaded here. */
    public Probe(String engine) {
        this(() -> switch (engine) {
            case LEASE -> Simulation.lease();
            case REGISTRY -> Simulation.registry().length(Duration.ofMinutes(5));
            case BALLOT -> Simulation.ballot().length(Duration.ofMinutes(3));
            case REFORMED -> Simulation.reformedBallot().length(Duration.ofMinutes(3));
            case WORK -> Simulation.work().length(Duration.ofMinutes(3));
            default -> throw new IllegalArgumentException(engine);
        });
    }

    private Probe(Supplier<Simulation> simulations) {
        this.simulations = simulations;
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
        Simulation simulation = simulations.get();
        Outcome outcome = simulation.replay(simulation.schedule(seed));
        return outcome.isClean() ? "" : outcome.violations().get(0).toString();
    }
}
