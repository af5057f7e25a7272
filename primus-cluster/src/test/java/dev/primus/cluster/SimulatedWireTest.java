package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.PeerMessage;
import dev.primus.testkit.sim.Outcome;
import dev.primus.testkit.sim.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The simulated network, through real bytes: what members say there arrives as they said it. */
@Tag("Z3")
class SimulatedWireTest {
    private static final RegistryCodec CODEC = new RegistryCodec();

    @Test
    @DisplayName("a simulation goes the same way whether its messages are bytes on their way or not")
    void theSameThroughBytes() {
        Simulation plain = Simulation.registry().length(Duration.ofSeconds(150));
        Simulation coded =
                Simulation.registry().length(Duration.ofSeconds(150)).through(SimulatedWireTest::thereAndBack);
        for (long seed = 1; seed <= 10; seed++) {
            Outcome direct = plain.replay(plain.schedule(seed));
            Outcome bytes = coded.replay(coded.schedule(seed));
            assertThat(bytes.violations()).as("seed %d", seed).isEmpty();
            assertThat(bytes.fingerprint()).as("seed %d", seed).isEqualTo(direct.fingerprint());
        }
    }

    private static PeerMessage thereAndBack(PeerMessage message) {
        try {
            return CODEC.decode(CODEC.encode(message));
        } catch (BadFrame e) {
            throw new IllegalStateException(e);
        }
    }
}
