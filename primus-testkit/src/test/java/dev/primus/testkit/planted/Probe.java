package dev.primus.testkit.planted;

import dev.primus.testkit.sim.Outcome;
import dev.primus.testkit.sim.Simulation;
import dev.primus.testkit.sim.StoreRules;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Runs one seed and tells the first violation, or "": only JDK types, so that it can be asked across class loaders. */
public final class Probe implements LongFunction<String> {
    private final Supplier<StoreRules> rules;

    public Probe() {
        this(StoreRules::new);
    }

    Probe(Supplier<StoreRules> rules) {
        this.rules = rules;
    }

    @Override
    public String apply(long seed) {
        Simulation simulation = Simulation.lease().rules(rules);
        Outcome outcome = simulation.replay(simulation.schedule(seed));
        return outcome.isClean() ? "" : outcome.violations().get(0).toString();
    }
}
