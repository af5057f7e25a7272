package dev.primus.testkit.sim;

import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a simulation that is drawn before it begins. What the seed decides while it runs depends on this
 * alone, so a schedule with fewer faults is a simulation of its own.
 *
 * @param rates the pace of each node's monotonic clock
 * @param broken whether clocks run apart more than assumed, so that only the tokens are demanded
 * @param peers what members without a store go by; null if there is a store
 * @param storm until when faults strike
 * @param length of the whole
 */
public record Schedule(
        long seed,
        int nodes,
        int elections,
        LeaseTiming timing,
        SimSettings.HintMode hints,
        long lag,
        Weather weather,
        List<Double> rates,
        boolean broken,
        DutyStyle duties,
        @Nullable PeerRules peers,
        Duration storm,
        Duration length,
        List<Fault> faults) {

    public Schedule {
        rates = List.copyOf(rates);
        faults = List.copyOf(faults);
    }

    Schedule withFaults(List<Fault> fewer) {
        return new Schedule(
                seed, nodes, elections, timing, hints, lag, weather, rates, broken, duties, peers, storm, length,
                fewer);
    }

    Schedule withNodes(int fewer) {
        return new Schedule(
                seed,
                fewer,
                elections,
                timing,
                hints,
                lag,
                weather,
                rates.subList(0, fewer),
                broken,
                duties,
                peers,
                storm,
                length,
                faults);
    }

    Schedule withElections(int fewer) {
        return new Schedule(
                seed, nodes, fewer, timing, hints, lag, weather, rates, broken, duties, peers, storm, length, faults);
    }

    Schedule withLength(Duration storm, Duration length) {
        return new Schedule(
                seed, nodes, elections, timing, hints, lag, weather, rates, broken, duties, peers, storm, length,
                faults);
    }

    Schedule withPeers(@Nullable PeerRules others) {
        return new Schedule(
                seed, nodes, elections, timing, hints, lag, weather, rates, broken, duties, others, storm, length,
                faults);
    }

    List<String> electionNames() {
        return java.util.stream.IntStream.rangeClosed(1, elections)
                .mapToObj(number -> "e" + number)
                .toList();
    }

    /** In some simulations the last node only watches. */
    boolean observes(String node) {
        return seed % 8 == 3 && nodes > 1 && node.charAt(0) - 'a' == nodes - 1;
    }

    /**
     * Nothing but one thing at a time happens to the cluster, so that the bounds of a quiet day apply; also with a member
     * that never answers.
     */
    boolean isQuiet() {
        long striking = faults.size() - count(NetFault.Silence.class);
        return striking <= 1 && weather.equals(Weather.CALM) && !broken;
    }

    /** How many faults of a kind there are. */
    long count(Class<? extends Fault> kind) {
        return faults.stream().filter(kind::isInstance).count();
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner("\n  ");
        text.add(
                "seed %d: %d nodes, %d elections, lease %d ms, renewed every %d ms, margin %d ms, io %d ms, drain %d ms%s"
                        .formatted(
                                seed,
                                nodes,
                                elections,
                                timing.lease().toMillis(),
                                timing.renewEvery().toMillis(),
                                timing.margin().toMillis(),
                                timing.ioTimeout().toMillis(),
                                timing.drain().toMillis(),
                                timing.strictClock() ? ", strict clock" : ""));
        text.add("hints %s, duties %s, lag %d us, rates %s%s"
                .formatted(hints, duties, lag / 1000, rates, broken ? ", clocks out of bounds" : ""));
        if (seed % 8 == 3 && nodes > 1) {
            text.add("the last node only observes");
        }
        if (peers != null) {
            text.add("among peers: %s, %d of %d, %s"
                    .formatted(
                            peers.quorum().availability(),
                            peers.quorum().needed(),
                            peers.quorum().size(),
                            peers.manner()));
        }
        text.add(weather.toString());
        text.add("storm until %d s, end at %d s, %d faults:"
                .formatted(storm.toSeconds(), length.toSeconds(), faults.size()));
        faults.forEach(fault -> text.add("%9.3f s  %s".formatted(fault.at().toNanos() / 1e9, fault)));
        return text.toString();
    }
}
