package dev.primus.testkit.sim;

import java.util.List;

/**
 * What a range of seeds showed.
 *
 * @param failures at most a few, the lowest seeds first
 * @param realNanos how long it took
 */
public record SimulationResult(List<Failure> failures, long failed, Figures figures, long realNanos, int threads) {

    /** A seed that broke a promise, and the least that breaks it too. */
    public record Failure(Outcome outcome, Schedule shrunk) {
        public long seed() {
            return outcome.schedule().seed();
        }

        @Override
        public String toString() {
            return "%s%nshrunk to%n  %s".formatted(outcome.blame(), shrunk);
        }
    }

    public SimulationResult {
        failures = List.copyOf(failures);
    }

    public boolean isClean() {
        return failed == 0;
    }

    /** How many times faster than real time, on one core. */
    public double speed() {
        return (double) figures.simulated().toNanos() / realNanos / threads;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "%,d seeds, %s simulated, %,d events, %,d terms, %d failed; %.1f s, %,.0f x real time a core%n"
                        .formatted(
                                figures.seeds(),
                                figures.simulated(),
                                figures.events(),
                                figures.terms(),
                                failed,
                                realNanos / 1e9,
                                speed()));
        text.append("faults: ").append(figures.faults());
        failures.forEach(failure -> text.append(System.lineSeparator()).append(failure));
        return text.toString();
    }
}
