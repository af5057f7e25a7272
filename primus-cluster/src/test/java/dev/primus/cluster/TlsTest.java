package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that know each other by their certificates. */
class TlsTest {

    @Test
    void tlsKeepsOutWhoHasNoCertificateOfOurs(@TempDir Path folder) throws Exception {
        PeerTls ours = Keys.tls(folder, "ours");
        PeerTls theirs = Keys.tls(folder, "theirs");
        List<PeerSettings> settings = TestNode.loopback(2, more -> more.tls(ours));
        PeerSettings second = settings.get(1);
        try (TestNode a = TestNode.open("a", settings.get(0))) {
            HostileTest.refused(HostileTest.like(second), TestNode.CLUSTER, "NOT_A_PEER");
            HostileTest.refused(with(second, theirs), TestNode.CLUSTER, "TLS_REFUSED");
            assertThat(a.dropped(Dropped.TLS_REFUSED)).isPositive();
            assertThat(a.views).hasSize(1);
            try (TestNode b = TestNode.open("b", second)) {
                TestNode.awaitTogether(a, b);
                a.say(b, "under cover");
                await().atMost(TestNode.PATIENCE)
                        .untilAsserted(() -> assertThat(b.heard).containsExactly("a: under cover"));
            }
        }
    }

    @Test
    void aTlsHandshakeThatIsCutOffIsNoRefusal(@TempDir Path folder) throws Exception {
        PeerTls ours = Keys.tls(folder, "ours");
        PeerSettings settings = TestNode.loopback(1, more -> more.tls(ours)).get(0);
        try (TestNode a = TestNode.open("a", settings)) {
            for (int sent : new int[] {0, 3, 5}) {
                try (Socket socket = new Socket()) {
                    socket.connect(Wire.portOf(settings));
                    socket.getOutputStream().write(new byte[] {0x16, 3, 1, 0, 64}, 0, sent);
                }
            }
            await().atMost(TestNode.PATIENCE)
                    .untilAsserted(() ->
                            assertThat(a.dropped(Dropped.BROKEN_HANDSHAKE)).isEqualTo(3));
            assertThat(a.dropped(Dropped.TLS_REFUSED)).isZero();
        }
    }

    private static PeerSettings with(PeerSettings settings, PeerTls tls) {
        return PeerSettings.bind(settings.bind())
                .peers(settings.peers())
                .preset(settings.preset())
                .tls(tls)
                .build();
    }
}
