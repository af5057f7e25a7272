package dev.primus.server.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.Preset;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import dev.primus.jdbc.JdbcPeers;
import dev.primus.jdbc.JdbcStore;
import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorePeersTest {
    private static final ClusterName CLUSTER = new ClusterName("tests");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private JdbcPeers table(ClusterName cluster) {
        return JdbcStore.sqlite(folder.resolve("peers.db")).peers(cluster, Duration.ofSeconds(5));
    }

    private static PeerAddress freeAddress() throws IOException {
        return new PeerAddress("127.0.0.1", FreePort.next());
    }

    /** A node that knows of no other but through the store. */
    private final class Member implements PeerLink.Ear, AutoCloseable {
        final AtomicReference<PeerView> view = new AtomicReference<>();
        final PeerLink link;

        Member(String name) throws IOException {
            PeerAddress address = freeAddress();
            StorePeers peers = new StorePeers(StorePeersTest.this::table, address);
            PeerSettings settings = PeerSettings.bind(address)
                    .finder(peers)
                    .preset(Preset.LOCAL)
                    .build();
            link = new IntroducedLink(new JGroupsLink(settings), peers);
            link.open(CLUSTER, NodeId.of(name, "0001"), this);
        }

        @Override
        public void viewed(PeerView seen) {
            view.set(seen);
        }

        @Override
        public void heard(NodeId from, PeerMessage message) {}

        void sees(int members) {
            await().atMost(PATIENCE)
                    .until(() -> view.get() != null && view.get().members().size() == members);
        }

        @Override
        public void close() {
            link.close();
        }
    }

    @Test
    @DisplayName("nodes that know of nobody find each other through a store, and who leaves is no longer found there")
    void meet() throws Exception {
        List<Member> all = new ArrayList<>();
        try (JdbcPeers table = table(CLUSTER)) {
            for (String name : List.of("a", "b", "c")) {
                all.add(new Member(name));
            }
            all.forEach(member -> member.sees(3));
            assertThat(table.find()).hasSize(3);
            all.remove(0).close();
            assertThat(table.find()).hasSize(2);
            all.forEach(member -> member.sees(2));
        } finally {
            all.forEach(Member::close);
        }
    }

    @Test
    @DisplayName("a store that is away at first is opened when it is there")
    void awayAtFirst() throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        StorePeers peers = new StorePeers(
                cluster -> {
                    if (away.get()) {
                        throw new StoreException("away");
                    }
                    return table(cluster);
                },
                new PeerAddress("127.0.0.1", 7800));
        peers.enter(CLUSTER, NodeId.of("a", "0001"));
        assertThatThrownBy(peers::find).isInstanceOf(StoreException.class);
        away.set(false);
        assertThat(peers.find()).containsExactly(new PeerAddress("127.0.0.1", 7800));
        peers.leave();
        assertThat(peers.find()).isEmpty();
    }

    @Test
    @DisplayName("a row that is no address does not hide the others")
    void badRow() {
        StorePeers peers = new StorePeers(this::table, new PeerAddress("127.0.0.1", 7800));
        try (JdbcPeers table = table(CLUSTER)) {
            table.announce(NodeId.of("b", "0001"), "nowhere");
        }
        peers.enter(CLUSTER, NodeId.of("a", "0001"));
        assertThat(peers.find()).containsExactly(new PeerAddress("127.0.0.1", 7800));
        peers.leave();
    }
}
