package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handshake that is cut off says nothing about the secret of the other end. */
class BrokenHandshakeTest {
    private static final Secret SECRET = Secret.of("a secret of the tests");
    private static final byte[] HELLO = "PRIMUS1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE = 32;
    private static final int CLIENT_HELLO = HELLO.length + NONCE + NONCE;
    private static final int SERVER_HELLO = HELLO.length + 1 + NONCE + NONCE;

    @Test
    void aClientThatClosesAtAnyStepIsCountedAsBroken() throws Exception {
        PeerSettings settings =
                TestNode.loopback(1, more -> more.secrets(SECRET)).get(0);
        byte[] whole = Arrays.copyOf(clientHello(settings), CLIENT_HELLO + NONCE);
        int[] cuts = {0, 4, HELLO.length, HELLO.length + NONCE, CLIENT_HELLO, CLIENT_HELLO + NONCE / 2};
        try (TestNode node = TestNode.open("a", settings)) {
            long broken = 0;
            for (int cut : cuts) {
                for (boolean reset : new boolean[] {false, true}) {
                    send(settings, Arrays.copyOf(whole, cut), reset);
                    broken++;
                }
            }
            long expected = broken;
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() ->
                            assertThat(node.dropped(Dropped.BROKEN_HANDSHAKE)).isEqualTo(expected));
            assertThat(node.dropped(Dropped.WRONG_SECRET)).isZero();
            assertThat(node.dropped(Dropped.NOT_A_PEER)).isZero();

            send(settings, whole, false);
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(node.dropped(Dropped.WRONG_SECRET)).isEqualTo(1));
        }
    }

    /** Sends these bytes, reads the answer if there is one, and closes. */
    private static void send(PeerSettings to, byte[] bytes, boolean reset) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Wire.portOf(to));
            socket.setSoTimeout(5_000);
            socket.setSoLinger(reset, 0);
            socket.getOutputStream().write(bytes);
            if (bytes.length >= CLIENT_HELLO) {
                assertThat(socket.getInputStream().readNBytes(SERVER_HELLO)).hasSize(SERVER_HELLO);
            }
        }
    }

    private static byte[] clientHello(PeerSettings settings) {
        byte[] cluster = Credentials.of(TestNode.CLUSTER, settings).cluster();
        byte[] bytes = new byte[CLIENT_HELLO];
        System.arraycopy(HELLO, 0, bytes, 0, HELLO.length);
        System.arraycopy(cluster, 0, bytes, HELLO.length, cluster.length);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 9, 9 + NONCE, 9 + NONCE + NONCE / 2})
    void aServerThatClosesAtAnyStepIsCountedAsBroken(int sent) throws Exception {
        PeerSettings settings =
                TestNode.loopback(1, more -> more.secrets(SECRET)).get(0);
        Drops drops = new Drops();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Doorkeeper keeper =
                        new Doorkeeper(Credentials.of(TestNode.CLUSTER, settings), settings.preset(), drops);
                PeerSocket socket = new PeerSocket(keeper)) {
            Thread peer = Daemons.thread("peer", () -> answerAndClose(server, sent));
            peer.start();
            InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
            assertThatThrownBy(() -> socket.connect(address, 1_000))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("BROKEN_HANDSHAKE");
            assertThat(drops.of(Dropped.BROKEN_HANDSHAKE)).isEqualTo(1);
            assertThat(drops.of(Dropped.WRONG_SECRET)).isZero();
            assertThat(keeper.refusals())
                    .as("it may be a peer, so a starting node may begin without it")
                    .isEmpty();
            peer.join();
        }
    }

    private static void answerAndClose(ServerSocket server, int length) {
        try (Socket socket = server.accept()) {
            socket.getInputStream().readNBytes(CLIENT_HELLO);
            byte[] answer = Arrays.copyOf(HELLO, SERVER_HELLO);
            socket.getOutputStream().write(answer, 0, length);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aProcessThatWakesAfterAStopAccusesNobodyOfAWrongSecret() throws Exception {
        PeerSettings settings =
                TestNode.loopback(1, more -> more.secrets(SECRET)).get(0);
        String address = settings.bind().toString();
        Drops drops = new Drops();
        try (Child node = Child.start(List.of(), "a", address, address, "ours-LOCAL");
                Doorkeeper keeper =
                        new Doorkeeper(Credentials.of(TestNode.CLUSTER, settings), settings.preset(), drops)) {
            node.awaitView(0, "a");
            node.signal("STOP");
            for (int i = 0; i < 3; i++) {
                try (PeerSocket peer = new PeerSocket(keeper)) {
                    assertThatThrownBy(() -> peer.connect(Wire.portOf(settings), 1_000))
                            .hasMessageContaining("TOO_SLOW");
                }
            }
            node.signal("CONT");
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(node.dropped()).contains("BROKEN_HANDSHAKE=3"));
            assertThat(node.dropped()).contains("WRONG_SECRET=0");
        }
    }
}
