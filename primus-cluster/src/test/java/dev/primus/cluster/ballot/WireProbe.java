package dev.primus.cluster.ballot;

import dev.primus.testkit.sim.Outcome;
import dev.primus.testkit.sim.Simulation;
import java.time.Duration;
import java.util.function.LongFunction;

/** Runs one seed with signed envelopes and tells the first violation, or "": only JDK types, across class loaders. */
public final class WireProbe implements LongFunction<String> {

    @Override
    public String apply(long seed) {
        Simulation simulation = Simulation.sealedBallot(Keyring::stub).length(Duration.ofSeconds(20));
        Outcome outcome = simulation.replay(simulation.schedule(seed));
        return outcome.isClean() ? "" : outcome.violations().get(0).toString();
    }
}
