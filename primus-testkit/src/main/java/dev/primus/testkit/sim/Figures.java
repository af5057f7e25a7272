package dev.primus.testkit.sim;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * What simulations were made of.
 *
 * @param events how many things happened
 * @param simulated how much time went by in them
 * @param terms how many terms there were
 * @param refusedWrites how many writes of former leaders the fence kept out
 * @param lostUpdates how many of them did harm where there was no fence
 * @param faults how many of each kind struck
 */
public record Figures(
        long seeds,
        long events,
        Duration simulated,
        long elections,
        long terms,
        long refusedWrites,
        long lostUpdates,
        Map<String, Long> faults) {

    static final Figures NONE = new Figures(0, 0, Duration.ZERO, 0, 0, 0, 0, Map.of());

    public Figures {
        faults = new TreeMap<>(faults);
    }

    Figures plus(Figures other) {
        Map<String, Long> sum = new TreeMap<>(faults);
        other.faults.forEach((kind, many) -> sum.merge(kind, many, Long::sum));
        return new Figures(
                seeds + other.seeds,
                events + other.events,
                simulated.plus(other.simulated),
                elections + other.elections,
                terms + other.terms,
                refusedWrites + other.refusedWrites,
                lostUpdates + other.lostUpdates,
                sum);
    }
}
