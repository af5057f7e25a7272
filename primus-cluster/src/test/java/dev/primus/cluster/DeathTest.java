package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    /** Whoever sends to a peer that hangs is not held up, and neither are the others, nor the view without it. */
    @Test
    void aPeerThatHangsIsNobodysBurden() {
        List<PeerSettings> settings = TestNode.loopback(3, more -> more.secrets(Secret.of("a secret of the tests")));
        String peers = settings.stream().map(one -> one.bind().toString()).collect(Collectors.joining(","));
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode c = TestNode.open("c", settings.get(2));
                Child b = Child.start(HERE, "b", settings.get(1).bind().toString(), peers, "ours-LOCAL")) {
            b.awaitView(0, "a", "b", "c");
            TestNode hanging = TestNode.closed("b", settings.get(1)); // knows the same name
            b.signal("STOP");
            long stopped = System.nanoTime();
            String[] much = Collections.nCopies(1_000, "x".repeat(50_000)).toArray(String[]::new);
            a.say(hanging, much);
            a.say(c, "still here");
            long sent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - stopped);
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(c.heard).containsExactly("a: still here"));
            long arrived = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - stopped);
            await().atMost(TestNode.PATIENCE).untilAsserted(() -> {
                assertThat(a.names()).containsExactlyInAnyOrder("a", "c");
                assertThat(c.names()).containsExactlyInAnyOrder("a", "c");
            });
            long missed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - stopped);
            System.out.printf(
                    "50 MB to a stopped process: taken in %d ms, a word to another arrived after %d ms, seen after %d ms%n",
                    sent, arrived, missed);
            assertThat(a.dropped(Dropped.PEER_BUSY)).isPositive();
            assertThat(arrived).as("before the silence was noticed").isLessThan(Preset.LOCAL.silence);
            assertThat(a.views)
                    .as("the others were never apart")
                    .noneMatch(view -> view.members().size() == 1
                            && view.number() > a.views.get(2).number());
        }
    }

    private static Child childOf(String name, Child... children) {
        return children[name.charAt(0) - 'a'];
    }
}
