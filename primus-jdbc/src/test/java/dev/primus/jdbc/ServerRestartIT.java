package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

@Tag("L8")
class ServerRestartIT {
    @TempDir
    Path folder;

    @Test
    @Tag("L6")
    @DisplayName("Live3 while the server is down verbs say UNKNOWN in time; after it is back the same lease is renewed")
    void restart() throws Exception {
        ElectionName election = new ElectionName("coordinator");
        EmbeddedPostgres server = start(0);
        int port = server.getPort();
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {port});
        source.setUser("postgres");
        Duration ioTimeout = Duration.ofMillis(800);
        StoreSession session = new StoreSession(
                ClusterName.DEFAULT,
                NodeId.of("a", "0001"),
                Duration.ofSeconds(60),
                ioTimeout,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2));
        try (LeaseStore store = JdbcStore.on(source).createSchema().open(session)) {
            store.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
            Bid bid = new Bid(election, 0, 0, new FencingToken(1), "n");
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
            assertThat(store.renew(List.of(bid.hold())).get(0).verdict()).isEqualTo(Verdict.YES);
            server.close();
            for (int i = 0; i < 3; i++) {
                long start = System.nanoTime();
                assertThat(store.renew(List.of(bid.hold())).get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ioTimeout.plusMillis(400));
            }
            server = start(port);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> store.renew(List.of(bid.hold())).get(0).verdict() == Verdict.YES);
            assertThat(store.look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.YES);
        } finally {
            server.close();
        }
    }

    private EmbeddedPostgres start(int port) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setPort(port)
                .start();
    }
}
