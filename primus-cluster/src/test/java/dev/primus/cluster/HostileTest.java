package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.TpHeader;
import org.jgroups.util.AsciiString;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

/** What comes to a node's port and does not belong there: counted, dropped, and the node goes on. */
class HostileTest {
    private static final Secret SECRET = Secret.of("a secret of the tests");
    private static final Secret OTHER = Secret.of("another one of the tests");
    private static final short TP_ID = ClassConfigurator.getProtocolId(TP.class);

    @Test
    void aWrongSecretAMissingOneAndAForeignClusterDoNotGetIn() {
        List<PeerSettings> right = TestNode.loopback(2, more -> more.secrets(SECRET));
        try (TestNode a = TestNode.open("a", right.get(0))) {
            refused(like(right.get(1), OTHER), TestNode.CLUSTER, "WRONG_SECRET");
            assertThat(a.dropped(Dropped.WRONG_SECRET)).isPositive();
            long before = a.dropped(Dropped.WRONG_SECRET);
            refused(like(right.get(1)), TestNode.CLUSTER, "WRONG_SECRET");
            assertThat(a.dropped(Dropped.WRONG_SECRET)).isGreaterThan(before);
            refused(right.get(1), new ClusterName("others"), "FOREIGN_CLUSTER");
            assertThat(a.dropped(Dropped.FOREIGN_CLUSTER)).isPositive();
            assertThat(a.views).as("nothing of it was noticed").hasSize(1);
        }
    }

    @Test
    void aSecretIsChangedInThreeSteps() {
        List<PeerSettings> ports = TestNode.loopback(2, UnaryOperator.identity());
        try (TestNode a = TestNode.open("a", like(ports.get(0), SECRET, OTHER));
                TestNode b = TestNode.open("b", like(ports.get(1), OTHER, SECRET))) {
            TestNode.awaitTogether(a, b);
            a.say(b, "sealed");
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(b.heard).containsExactly("a: sealed"));
        }
    }

    @Test
    void rawBytesTakeNoMemoryAndDoNoHarm() throws Exception {
        List<PeerSettings> settings = TestNode.loopback(2, more -> more.secrets(SECRET));
        try (TestNode a = TestNode.open("a", settings.get(0))) {
            byte[] gibibyte = {0x40, 0, 0, 0, 1, 2, 3, 4};
            byte[] hello = "PRIMUS1\n".getBytes(StandardCharsets.US_ASCII);
            byte[] random = new byte[8_192];
            new Random(7).nextBytes(random);
            System.gc();
            long before = used();
            for (int i = 0; i < 100; i++) {
                Wire.sendRaw(settings.get(0), gibibyte);
                Wire.sendRaw(settings.get(0), random);
                Wire.sendRaw(settings.get(0), "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            System.gc();
            assertThat(used() - before).as("bytes more in use").isLessThan(16L << 20);
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(a.dropped(Dropped.NOT_A_PEER)).isEqualTo(300));

            try (Socket silent = new Socket()) {
                silent.connect(Wire.portOf(settings.get(0)));
                silent.getOutputStream().write(hello);
                assertThat(silent.getInputStream().read()).as("hung up").isEqualTo(-1);
                await().atMost(TestNode.PATIENCE)
                        .untilAsserted(
                                () -> assertThat(a.dropped(Dropped.TOO_SLOW)).isEqualTo(1));
            }
            List<Socket> crowd = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Socket one = new Socket();
                one.connect(Wire.portOf(settings.get(0)));
                crowd.add(one);
            }
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(a.dropped(Dropped.TOO_MANY)).isGreaterThanOrEqualTo(20));
            try (TestNode b = TestNode.open("b", settings.get(1))) {
                TestNode.awaitTogether(a, b);
            }
            for (Socket one : crowd) {
                one.close();
            }
        }
    }

    @Test
    void recordedBytesAreOfNoUseOnAnotherConnection() throws Exception {
        List<PeerSettings> settings = TestNode.loopback(1, more -> more.secrets(SECRET));
        PeerSettings target = settings.get(0);
        try (TestNode a = TestNode.open("a", target);
                Doorkeeper keeper = keeper(target);
                Wire.Middleman middleman = new Wire.Middleman(target, -1);
                PeerSocket honest = Wire.proved(middleman.address(), keeper)) {
            honest.getOutputStream().write(Wire.frame(message(Identity.addressOf(NodeId.of("b", "abcd1234")))));
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(middleman.recorded()).hasSizeGreaterThan(200));
            assertThat(a.dropped(Dropped.WRONG_SECRET)).isZero();

            Wire.sendRaw(target, middleman.recorded());
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(a.dropped(Dropped.WRONG_SECRET)).isEqualTo(1));
        }
    }

    @Test
    void bytesChangedOnTheWayEndTheConnection() throws Exception {
        List<PeerSettings> settings = TestNode.loopback(1, more -> more.secrets(SECRET));
        PeerSettings target = settings.get(0);
        int handshake = 8 + 32 + 32 + 32;
        try (TestNode a = TestNode.open("a", target);
                Doorkeeper keeper = keeper(target);
                Wire.Middleman middleman = new Wire.Middleman(target, handshake + 10);
                PeerSocket honest = Wire.proved(middleman.address(), keeper)) {
            assertThat(honest.isConnected()).isTrue();
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(a.dropped(Dropped.TAMPERED)).isEqualTo(1));
        }
    }

    @Test
    void whoKnowsTheSecretCannotSendWhatThisStackNeverSends() throws Exception {
        List<PeerSettings> settings = TestNode.loopback(2, more -> more.secrets(SECRET));
        PeerSettings target = settings.get(0);
        try (TestNode a = TestNode.open("a", target);
                Doorkeeper keeper = keeper(target)) {
            Address peer = Identity.addressOf(NodeId.of("b", "abcd1234"));
            Message serialized = new ObjectMessage(null, new Trap()).setSrc(peer);
            Message badFrame = message(peer);
            Message foreign = message(peer).putHeader(TP_ID, new TpHeader(new AsciiString("others")));
            Message longer =
                    new BytesMessage(null, new byte[70_000]).setSrc(peer).putHeader(TP_ID, header());
            try (PeerSocket socket = Wire.proved(target, keeper)) {
                for (Message one : List.of(serialized, foreign, message(UUID.randomUUID()), badFrame, longer)) {
                    socket.getOutputStream().write(Wire.frame(one));
                }
                byte[] announced = Wire.frame(message(peer));
                announced[announced.length - 8] = 0x40; // the length of the payload becomes a gibibyte
                socket.getOutputStream().write(announced);
                socket.getOutputStream().write(Wire.frame(new byte[64], 64));
                byte[] batch = Wire.frame(message(peer));
                batch[6] |= 1; // the flag of a batch
                socket.getOutputStream().write(batch);
                socket.getOutputStream().write(new byte[] {0x40, 0, 0, 0, 1, 2, 3, 4});
                assertThat(socket.getInputStream().readAllBytes())
                        .as("hung up, with a goodbye of JGroups")
                        .hasSizeLessThan(64);
            }
            await().atMost(TestNode.PATIENCE).untilAsserted(() -> {
                assertThat(a.dropped(Dropped.MALFORMED)).isEqualTo(3);
                assertThat(a.dropped(Dropped.FOREIGN_CLUSTER)).isEqualTo(1);
                assertThat(a.dropped(Dropped.NO_NODE_ID)).isEqualTo(1);
                assertThat(a.dropped(Dropped.BAD_FRAME)).isEqualTo(1);
                assertThat(a.dropped(Dropped.TOO_LARGE)).isEqualTo(2);
            });
            assertThat(Trap.SPRUNG).as("nothing was deserialized").hasValue(0);
            assertThat(a.heard).isEmpty();
        }
    }

    @Test
    void aLinkIsOpenedOnceAndATakenPortIsNamed() {
        List<PeerSettings> settings = TestNode.loopback(1, UnaryOperator.identity());
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode b = TestNode.closed("b", settings.get(0))) {
            assertThatThrownBy(() -> a.open(TestNode.CLUSTER)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> b.open(TestNode.CLUSTER))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(settings.get(0).bind().toString());
            assertThatThrownBy(() -> b.open(TestNode.CLUSTER)).hasMessageContaining("closed");
        }
    }

    static void refused(PeerSettings settings, ClusterName cluster, String why) {
        try (TestNode stranger = TestNode.closed("stranger", settings)) {
            assertThatThrownBy(() -> stranger.open(cluster))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(why)
                    .hasMessageContaining("must be the same on all nodes");
        }
    }

    static PeerSettings like(PeerSettings settings, Secret... secrets) {
        return PeerSettings.bind(settings.bind())
                .peers(settings.peers())
                .preset(settings.preset())
                .secrets(secrets)
                .build();
    }

    private static Doorkeeper keeper(PeerSettings settings) {
        return new Doorkeeper(Credentials.of(TestNode.CLUSTER, settings), settings.preset(), new Drops());
    }

    private static Message message(Address from) {
        return new BytesMessage(null, new byte[] {1, 2, 3, 4}).setSrc(from).putHeader(TP_ID, header());
    }

    private static TpHeader header() {
        return new TpHeader(new AsciiString(TestNode.CLUSTER.value()));
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Counts how often it was made from bytes. */
    static final class Trap implements Serializable {
        static final AtomicInteger SPRUNG = new AtomicInteger();
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            SPRUNG.incrementAndGet();
        }
    }
}
