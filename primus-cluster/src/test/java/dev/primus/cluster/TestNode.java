package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.PeerView;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A link on loopback that remembers what it heard. */
final class TestNode implements AutoCloseable {
    static final ClusterName CLUSTER = new ClusterName("tests");
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger((int) ProcessHandle.current().pid() * 101);
    static final Duration PATIENCE = Duration.ofSeconds(15);

    final NodeId id;
    final JGroupsLink link;
    final List<PeerView> views = new CopyOnWriteArrayList<>();
    final List<String> heard = new CopyOnWriteArrayList<>();
    final List<Thread> threads = new CopyOnWriteArrayList<>();

    final List<PeerRelease> releases = new CopyOnWriteArrayList<>();
    volatile String acceptedKey = "";

    private TestNode(NodeId id, PeerSettings settings) {
        this.id = id;
        this.link = new JGroupsLink(settings, Words.CODEC);
    }

    static TestNode closed(String name, PeerSettings settings) {
        return new TestNode(NodeId.of(name, "abcd1234"), settings);
    }

    static TestNode open(String name, PeerSettings settings) {
        return closed(name, settings).open(CLUSTER);
    }

    TestNode open(ClusterName cluster) {
        link.open(cluster, id, new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {
                threads.add(Thread.currentThread());
                views.add(view);
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {
                threads.add(Thread.currentThread());
                heard.add(from.name() + ": " + ((Words) message).text());
            }

            @Override
            public void released(PeerRelease release, Consumer<Boolean> reply) {
                releases.add(release);
                reply.accept(release.key().equals(acceptedKey));
            }
        });
        return this;
    }

    void say(TestNode to, String... texts) {
        link.send(Stream.of(texts)
                .map(text -> new PeerMail(to.id, new Words(text)))
                .toList());
    }

    PeerView view() {
        return views.get(views.size() - 1);
    }

    List<String> names() {
        return view().members().stream().map(member -> member.name().value()).toList();
    }

    long dropped(Dropped reason) {
        return link.dropped().get(reason);
    }

    @Override
    public void close() {
        link.close();
    }

    static void awaitTogether(TestNode... nodes) {
        List<String> names =
                Arrays.stream(nodes).map(node -> node.id.name().value()).toList();
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (TestNode node : nodes) {
                assertThat(node.names()).containsExactlyInAnyOrderElementsOf(names);
                assertThat(node.view()).isEqualTo(nodes[0].view());
            }
        });
    }

    /** Settings for so many nodes on loopback, all knowing all. */
    static List<PeerSettings> loopback(int nodes, UnaryOperator<PeerSettings.Builder> more) {
        List<PeerAddress> addresses = freePorts(nodes).stream()
                .map(port -> new PeerAddress("127.0.0.1", port))
                .toList();
        return addresses.stream()
                .map(address -> more.apply(
                                PeerSettings.bind(address).peers(addresses).preset(Preset.LOCAL))
                        .build())
                .toList();
    }

    /** Below those that the system gives to outgoing connections, which would come in between. */
    static List<Integer> freePorts(int count) {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = 20_000 + Math.floorMod(NEXT_PORT.getAndIncrement(), 12_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                ports.add(socket.getLocalPort());
            } catch (IOException taken) {
                continue;
            }
        }
        return List.copyOf(ports);
    }
}
