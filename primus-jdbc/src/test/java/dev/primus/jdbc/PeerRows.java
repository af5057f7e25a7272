package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Members that find each other through a table. */
abstract class PeerRows {
    private static final NodeId A = NodeId.of("a", "0001");
    private static final NodeId B = NodeId.of("b", "0001");

    private final ClusterName cluster =
            new ClusterName("p" + UUID.randomUUID().toString().substring(0, 13));

    abstract JdbcStore store();

    abstract Connection connect() throws Exception;

    private JdbcPeers open() {
        return store().peers(cluster, Duration.ofSeconds(5));
    }

    /** Makes it as if a member had been silent for so long. */
    private void silent(NodeId node, Duration time) throws Exception {
        run("UPDATE primus_peer SET seen_us = seen_us - %d WHERE cluster = '%s' AND node = '%s'"
                .formatted(time.toNanos() / 1000, cluster, node.name()));
    }

    private void run(String sql) throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int rows() throws Exception {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM primus_peer WHERE cluster = '%s'".formatted(cluster))) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    @DisplayName("members find each other, at the address that was announced last, until they withdraw")
    void found() {
        try (JdbcPeers one = open();
                JdbcPeers other = open();
                JdbcPeers stranger = store().peers(new ClusterName(cluster + "-2"), Duration.ofSeconds(5))) {
            assertThat(one.find()).isEmpty();
            one.announce(A, "10.0.0.1:7800");
            other.announce(B, "10.0.0.2:7800");
            other.announce(B, "[fd00::2]:7801");
            assertThat(one.find()).containsExactly("10.0.0.1:7800", "[fd00::2]:7801");
            assertThat(other.find()).containsExactlyElementsOf(one.find());
            assertThat(stranger.find()).isEmpty();
            stranger.withdraw(A);
            one.withdraw(NodeId.of("a", "0002"));
            assertThat(other.find()).hasSize(2);
            one.withdraw(A);
            assertThat(other.find()).containsExactly("[fd00::2]:7801");
            one.announce(A, "10.0.0.1:7800");
            assertThat(other.find()).hasSize(2);
        }
    }

    @Test
    @DisplayName("a member that was started again is found once at its address")
    void startedAgain() {
        try (JdbcPeers peers = open()) {
            peers.announce(A, "10.0.0.1:7800");
            peers.announce(NodeId.of("a", "0002"), "10.0.0.1:7800");
            assertThat(peers.find()).containsExactly("10.0.0.1:7800");
        }
    }

    @Test
    @DisplayName("who has been silent for long is not found, until it is heard of again")
    void silence() throws Exception {
        try (JdbcPeers peers = open()) {
            peers.announce(A, "10.0.0.1:7800");
            peers.announce(B, "10.0.0.2:7800");
            silent(A, JdbcPeers.FRESH.minusSeconds(20));
            assertThat(peers.find()).hasSize(2);
            silent(A, Duration.ofSeconds(25));
            assertThat(peers.find()).containsExactly("10.0.0.2:7800");
            peers.announce(A, "10.0.0.1:7800");
            assertThat(peers.find()).hasSize(2);
        }
    }

    @Test
    @DisplayName("rows older than a day are swept by whoever comes next")
    void swept() throws Exception {
        try (JdbcPeers peers = open()) {
            peers.announce(A, "10.0.0.1:7800");
            peers.announce(B, "10.0.0.2:7800");
        }
        silent(A, Duration.ofHours(25));
        silent(B, Duration.ofHours(23));
        try (JdbcPeers peers = open()) {
            peers.announce(NodeId.of("c", "0001"), "10.0.0.3:7800");
            assertThat(rows()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("after its end it fails and says so")
    void closed() {
        JdbcPeers peers = open();
        peers.close();
        assertThatThrownBy(peers::find).isInstanceOf(StoreException.class).hasMessageContaining(cluster.value());
    }
}
