package dev.primus.runtime.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.PeerRegistry;
import dev.primus.Peers;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Messages that wait for the node's thread are bounded for each peer")
class InboundLimitTest {
    private static final NodeId HOSTILE = NodeId.of("h", "0001");
    private static final NodeId HONEST = NodeId.of("b", "0001");

    private static final int FLOOD = 50_000;

    private record Note(int number) implements PeerMessage {}

    private final TestLink link = new TestLink();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** A link whose other end is the test. Sending happens on the node's thread, and blocks it while the test says so. */
    private static final class TestLink implements PeerLink {
        private final CountDownLatch blocked = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private volatile boolean blocking;
        private PeerLink.@Nullable Ear listener;

        @Override
        public void open(ClusterName cluster, NodeId self, Ear ear) {
            listener = ear;
            ear.viewed(new PeerView(1, List.of(self)));
        }

        PeerLink.Ear listener() {
            return Objects.requireNonNull(listener);
        }

        @Override
        public void send(List<PeerMail> mail) {
            if (blocking) {
                blocked.countDown();
                awaitQuietly(goOn);
            }
        }

        @Override
        public void close() {}
    }

    @Test
    @DisplayName("beyond the limit they are dropped and counted, of that peer alone, and no view is lost")
    void floodOfElectionMessages() throws Exception {
        try (Primus primus = node()) {
            link.blocking = true;
            link.listener().viewed(new PeerView(2, List.of(primus.id(), HOSTILE, HONEST)));
            assertThat(link.blocked.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < FLOOD; i++) {
                link.listener().heard(HOSTILE, mention("flood"));
            }
            link.listener().viewed(new PeerView(7, List.of(primus.id(), HOSTILE, HONEST)));
            link.listener().heard(HONEST, mention("honest"));
            Peers peers = primus.peers().orElseThrow();
            assertThat(peers.dropped()).isEqualTo(FLOOD - InboundLimit.MOST_WAITING);
            link.blocking = false;
            link.goOn.countDown();

            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                assertThat(peers.view().number()).isEqualTo(7);
                assertThat(primus.ledger().elections())
                        .extracting(seen -> seen.election().value())
                        .contains("honest");
            });
            long dropped = peers.dropped();
            link.listener().heard(HOSTILE, mention("flood"));
            assertThat(peers.dropped()).as("all is well again").isEqualTo(dropped);
        }
    }

    @Test
    @DisplayName("a listener that blocks lets no more messages of a peer wait than the limit")
    void floodOfOtherMessages() throws Exception {
        try (Primus primus = node()) {
            CountDownLatch goOn = new CountDownLatch(1);
            AtomicLong heard = new AtomicLong();
            Peers peers = primus.peers().orElseThrow();
            peers.onMessage((from, message) -> {
                awaitQuietly(goOn);
                heard.incrementAndGet();
            });
            for (int i = 0; i < FLOOD; i++) {
                link.listener().heard(HOSTILE, new Note(i));
            }
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(peers.dropped())
                            .isBetween((long) FLOOD - InboundLimit.MOST_WAITING - 1, (long) FLOOD));
            goOn.countDown();
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(
                            () -> assertThat(heard.get() + peers.dropped()).isEqualTo(FLOOD));
            assertThat(heard.get()).isLessThanOrEqualTo(InboundLimit.MOST_WAITING + 1L);
        }
    }

    private static RegistryMessage mention(String election) {
        return new RegistryMessage.Enrolled(
                List.of(new Enrolment(new ElectionName(election), Enrolment.Part.CANDIDATE)));
    }

    private Primus node() {
        return Primus.builder()
                .node("a")
                .registry(PeerRegistry.over(link)
                        .quorum(Quorum.majorityOf(3))
                        .timing(RegistryTiming.FAST)
                        .marksIn(folder.resolve("marks")))
                .build();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
