package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.primus.testkit.sim.Simulation;
import dev.primus.testkit.sim.SimulationResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * The ballot in a network that is torn apart, in real envelopes, with somebody who sends recorded ones again, changes them,
 * and makes others: nothing is heard that was not said to whoever hears it, and nothing twice.
 */
@Tag("B12")
class SealedSimulationTest {
    private static final Duration STORM = Duration.ofSeconds(12);
    private static final Duration SHORT_STORM = Duration.ofSeconds(4);

    /** Whatever Mallory does is refused for the reason that fits, and a letter that the network doubles is too. */
    private static final Refusal[] REASONS = {
        Refusal.REPLAYED,
        Refusal.NOT_FOR_US,
        Refusal.OTHER_SENDER,
        Refusal.FORGED,
        Refusal.MALFORMED,
        Refusal.TOO_LARGE,
        Refusal.UNSEALED,
        Refusal.UNKNOWN_KEY,
        Refusal.FOREIGN_CLUSTER
    };

    /** What nodes of a simulation complain about is drawn by the seed, and no news to anybody. */
    @BeforeAll
    static void quiet() {
        ((Logger) LoggerFactory.getLogger("dev.primus.runtime")).setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        ((Logger) LoggerFactory.getLogger("dev.primus.runtime")).setLevel(null);
    }

    private final Queue<Keyring> keyrings = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("Vote9 hundreds of seeds, with signatures that cost little")
    void strangersChangeNothing() {
        mustBeClean(run(Keyring::stub, STORM, 1, 300));
        for (Refusal reason : REASONS) {
            assertThat(counts().get(reason)).as("%s", reason).isPositive();
        }
        for (Refusal reason : List.of(Refusal.BAD_MESSAGE, Refusal.UNKNOWN_TYPE, Refusal.OTHER_CHANNEL)) {
            assertThat(counts().get(reason))
                    .as("nobody gets as far as %s without a signature", reason)
                    .isZero();
        }
    }

    @Test
    @DisplayName("Vote9 a few seeds, with real keys")
    void strangersChangeNothingByRealKeys() {
        mustBeClean(run(Keyring::real, SHORT_STORM, 1, 3));
        assertThat(counts().get(Refusal.FORGED)).isPositive();
    }

    @Test
    @Tag("long")
    @DisplayName("Vote9 thousands of seeds")
    void strangersChangeNothingForLong() {
        mustBeClean(run(Keyring::stub, STORM.multipliedBy(6), 10_001, 13_000));
    }

    private SimulationResult run(Supplier<Keyring> maker, Duration storm, long first, long last) {
        return Simulation.sealedBallot(() -> {
                    Keyring made = maker.get();
                    keyrings.add(made);
                    return made;
                })
                .seeds(first, last)
                .length(storm)
                .stopAfter(3)
                .run();
    }

    private void mustBeClean(SimulationResult result) {
        System.out.println(result);
        System.out.println(counts());
        assertThat(result.isClean()).as(result.toString()).isTrue();
        assertThat(result.figures().faults()).containsKeys("Strangers", "Stranger's letter");
    }

    private Map<Refusal, Long> counts() {
        Map<Refusal, Long> all = new EnumMap<>(Refusal.class);
        keyrings.forEach(each -> each.counts().forEach((reason, many) -> all.merge(reason, many, Long::sum)));
        return all;
    }
}
