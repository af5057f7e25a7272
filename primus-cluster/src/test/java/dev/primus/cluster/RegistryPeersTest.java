package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Sighting;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.stage.ProcessStage;
import dev.primus.runtime.stage.Stage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The registry between real nodes over real connections")
class RegistryPeersTest {
    private static final String CLUSTER = "registry-peers";
    private static final String ELECTION = "coordinator";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** In the order in which they are to be closed: the last one that was opened first. */
    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private Primus node(String name, PeerSettings settings, Quorum quorum, Stage stage) {
        Primus node = Primus.builder()
                .node(name)
                .cluster(CLUSTER)
                .stage(stage)
                .registry(PeerRegistry.over(new JGroupsLink(settings))
                        .quorum(quorum)
                        .timing(RegistryTiming.FAST)
                        .marksIn(folder.resolve(name)))
                .build();
        open.add(0, node);
        return node;
    }

    /** Joins the group and ignores everything. */
    private void silent(String name, PeerSettings settings) {
        JGroupsLink link = new JGroupsLink(settings);
        open.add(link);
        link.open(new ClusterName(CLUSTER), NodeId.of(name, "abcd1234"), new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {}

            @Override
            public void heard(NodeId from, PeerMessage message) {}
        });
    }

    /** The threads and clocks of this process, with another wall clock. */
    private static Stage ahead(Duration by) {
        Stage real = new ProcessStage("ahead");
        return (Stage) Proxy.newProxyInstance(
                Stage.class.getClassLoader(), new Class<?>[] {Stage.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(real, arguments);
                        return method.getName().equals("wall") ? ((Instant) result).plus(by) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    @DisplayName("Live3 a member that joins first and never answers stops no election")
    void silentFirstMember() {
        List<PeerSettings> settings = TestNode.loopback(3, UnaryOperator.identity());
        silent("x", settings.get(0));
        Primus a = node("a", settings.get(1), Quorum.majorityOf(3), new ProcessStage("a"));
        Primus b = node("b", settings.get(2), Quorum.majorityOf(3), new ProcessStage("b"));
        Election atA = a.election(ELECTION).join();
        Election atB = b.election(ELECTION).join();

        await().atMost(PATIENCE).until(() -> atA.isLeader() || atB.isLeader());
        assertThat(a.peers().orElseThrow().view().members()).hasSize(3);
        assertThat(a.peers().orElseThrow().view().registrar().name().value()).isEqualTo("x");
    }

    @Test
    @DisplayName(
            "O2 each of three nodes names the one with another cluster size, and none tries to lead again and again")
    void otherClusterSize() {
        List<PeerSettings> settings = TestNode.loopback(3, UnaryOperator.identity());
        List<Primus> nodes = List.of(
                node("a", settings.get(0), Quorum.majorityOf(3), new ProcessStage("a")),
                node("b", settings.get(1), Quorum.majorityOf(3), new ProcessStage("b")),
                node("c", settings.get(2), Quorum.majorityOf(5), new ProcessStage("c")));
        nodes.forEach(node -> await().atMost(PATIENCE)
                .until(() -> node.peers().orElseThrow().view().members().size() == 3));
        nodes.forEach(node -> node.election(ELECTION).join());

        for (Primus node : nodes) {
            await().atMost(PATIENCE)
                    .until(() -> records(node, FeedKind.LEADERLESS)
                            .anyMatch(record -> record.details().toString().contains("goes by other rules")));
            assertThat(records(node, FeedKind.ELECTION_STARTED)).hasSizeLessThan(3);
        }
    }

    private static Stream<FeedRecord> records(Primus node, FeedKind kind) {
        return node.feed().recent().stream().filter(record -> record.kind() == kind);
    }

    @Test
    @DisplayName("an election that a node with a clock ahead has paused is resumed on another node")
    void resumedByAnotherClock() {
        List<PeerSettings> settings = TestNode.loopback(2, UnaryOperator.identity());
        Primus a = node("a", settings.get(0), Quorum.available(2), ahead(Duration.ofHours(1)));
        Primus b = node("b", settings.get(1), Quorum.available(2), new ProcessStage("b"));
        Election atA = a.election(ELECTION).join();
        Election atB = b.election(ELECTION).join();
        await().atMost(PATIENCE).until(() -> atA.isLeader() || atB.isLeader());
        ElectionName election = new ElectionName(ELECTION);
        assertThat(a.pauses().pause(election, "operator", "maintenance")).isTrue();
        await().atMost(PATIENCE).until(() -> isPaused(b));

        assertThat(b.pauses().resume(election)).isTrue();
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(isPaused(a)).isFalse();
            assertThat(isPaused(b)).isFalse();
        });
    }

    private static boolean isPaused(Primus node) {
        return node.ledger().elections().stream().map(Sighting::pause).anyMatch(pause -> pause != null);
    }
}
