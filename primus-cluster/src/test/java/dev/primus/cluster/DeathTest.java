package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** How a death and a hang are seen, with real processes on loopback. */
class DeathTest {
    private static final List<String> HERE = List.of();

    @Test
    void aKilledProcessIsSeenAtOnceAndAHangingOneAfterItsSilence() {
        List<Integer> ports = TestNode.freePorts(3);
        String peers = "127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d".formatted(ports.toArray());
        try (Child a = Child.start(HERE, "a", "127.0.0.1:" + ports.get(0), peers, "ours-LOCAL");
                Child b = Child.start(HERE, "b", "127.0.0.1:" + ports.get(1), peers, "ours-LOCAL");
                Child c = Child.start(HERE, "c", "127.0.0.1:" + ports.get(2), peers, "ours-LOCAL")) {
            Child.Seen together = a.awaitView(0, "a", "b", "c");
            List.of(b, c).forEach(node -> node.awaitView(0, "a", "b", "c"));
            Child registrar = childOf(together.members().get(0), a, b, c);
            Child second = childOf(together.members().get(1), a, b, c);
            Child third = childOf(together.members().get(2), a, b, c);

            long killed = System.currentTimeMillis();
            registrar.kill();
            String[] survivors = together.members().subList(1, 3).toArray(String[]::new);
            long seen = third.awaitView(killed, survivors).at() - killed;
            second.awaitView(killed, survivors);

            long stopped = System.currentTimeMillis();
            third.signal("STOP");
            long missed = second.awaitView(stopped, survivors[0]).at() - stopped;
            third.signal("CONT");
            long back = second.awaitView(stopped + missed, survivors).at() - stopped - missed;

            System.out.printf(
                    "killed: seen after %d ms; stopped: seen after %d ms; continued: together after %d ms%n",
                    seen, missed, back);
            assertThat(seen).as("by the closed connection, not by silence").isLessThan(Preset.LOCAL.silence);
            assertThat(missed).isGreaterThan(Preset.LOCAL.silence - Preset.LOCAL.heartbeat);
        }
    }

    private static Child childOf(String name, Child... children) {
        return children[name.charAt(0) - 'a'];
    }
}
