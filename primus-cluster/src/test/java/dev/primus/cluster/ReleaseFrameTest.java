package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Z8")
@DisplayName("A companion tells the members of the end of a term, on their own port and without their secret")
class ReleaseFrameTest {
    private static final ElectionName ELECTION = new ElectionName("nightly");
    private static final NodeId DEAD = NodeId.of("c", "0badcafe");
    private static final String KEY = "0123456789abcdef".repeat(4);

    @TempDir
    private Path folder;

    private static Answer release(ClusterName cluster, String key, List<String> addresses) {
        Duration second = Duration.ofSeconds(1);
        StoreSession session = new StoreSession(cluster, DEAD, second, second, second, second);
        Parting parting = new Parting(new Hold(ELECTION, new FencingToken(1), key), LossReason.CRASHED, null);
        return new PeerReleaserFactory()
                .open(session, Map.of(PeerRelease.ADDRESSES, String.join(" ", addresses)))
                .release(List.of(parting))
                .get(0);
    }

    private static void acceptedByBoth(List<PeerSettings> settings) {
        try (TestNode a = TestNode.open("a", settings.get(0));
                TestNode b = TestNode.open("b", settings.get(1))) {
            TestNode.awaitTogether(a, b);
            a.acceptedKey = KEY;
            b.acceptedKey = KEY;
            List<String> both = List.of(
                    b.link.releaseAddresses().get(0), a.link.releaseAddresses().get(0));
            assertThat(both)
                    .containsExactly(
                            settings.get(0).bind().toString(),
                            settings.get(1).bind().toString());

            assertThat(release(TestNode.CLUSTER, KEY, both).verdict()).isEqualTo(Verdict.YES);

            assertThat(a.releases).containsExactly(new PeerRelease(ELECTION, DEAD, KEY));
            assertThat(b.releases).hasSize(1);
            a.say(b, "still together");
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() -> assertThat(b.heard).containsExactly("a: still together"));
            assertThat(a.view().members()).hasSize(2);
        }
    }

    @Test
    @DisplayName("a damaged frame is read as some release or refused; nothing else happens")
    void damaged() throws IOException {
        byte[] cluster = Credentials.fingerprint(TestNode.CLUSTER);
        PeerRelease release = new PeerRelease(ELECTION, DEAD, KEY);
        byte[] whole = ReleaseFrame.bytes(cluster, release);
        assertThat(read(whole, cluster)).isEqualTo(release);
        Random random = new Random(1);
        for (int i = 0; i < 50_000; i++) {
            byte[] frame = Arrays.copyOf(whole, random.nextInt(whole.length + 40));
            for (int changes = random.nextInt(4); changes > 0 && frame.length > 0; changes--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            try {
                read(frame, cluster);
            } catch (IOException refused) {
                // As it should be.
            }
        }
    }

    private static PeerRelease read(byte[] frame, byte[] cluster) throws IOException {
        InputStream in = new ByteArrayInputStream(frame);
        in.skipNBytes(Math.min(1, frame.length));
        return ReleaseFrame.read(in, cluster);
    }

    @Test
    void withASecret() {
        acceptedByBoth(TestNode.loopback(2, more -> more.secrets(Secret.of("a secret of the tests"))));
    }

    @Test
    void withTls() throws Exception {
        PeerTls tls = Keys.tls(folder, "ours");
        acceptedByBoth(TestNode.loopback(2, more -> more.tls(tls)));
    }

    @Test
    @DisplayName("another key, another cluster, half a frame, too many: refused, counted, and the node goes on")
    void refused() throws IOException {
        List<PeerSettings> settings = TestNode.loopback(1, more -> more);
        try (TestNode a = TestNode.open("a", settings.get(0))) {
            a.acceptedKey = KEY;
            List<String> address = List.of(settings.get(0).bind().toString());

            assertThat(release(TestNode.CLUSTER, "f".repeat(64), address).verdict())
                    .isEqualTo(Verdict.UNKNOWN);
            await().untilAsserted(
                            () -> assertThat(a.dropped(Dropped.BAD_RELEASE)).isEqualTo(1));
            assertThat(release(new ClusterName("others"), KEY, address).verdict())
                    .isEqualTo(Verdict.UNKNOWN);
            await().untilAsserted(
                            () -> assertThat(a.dropped(Dropped.FOREIGN_CLUSTER)).isEqualTo(1));
            try (Socket half = new Socket()) {
                half.connect(Wire.portOf(settings.get(0)));
                half.getOutputStream().write("RELEASE1 and no more".getBytes(StandardCharsets.US_ASCII));
                half.shutdownOutput();
                assertThat(half.getInputStream().read()).as("hung up").isEqualTo(-1);
            }
            assertThat(a.releases).hasSize(1);

            for (int i = 0; i < 300; i++) {
                release(TestNode.CLUSTER, "f".repeat(64), address);
            }
            assertThat(a.releases).as("asked of the node, of 300 in a row").hasSizeLessThan(290);
            await().pollDelay(Duration.ofMillis(1100))
                    .untilAsserted(() -> assertThat(
                                    release(TestNode.CLUSTER, KEY, address).verdict())
                            .isEqualTo(Verdict.YES));
        }
    }
}
