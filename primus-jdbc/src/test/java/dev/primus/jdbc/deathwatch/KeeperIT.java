package dev.primus.jdbc.deathwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.deathwatch.Post;
import dev.primus.feed.FeedKind;
import dev.primus.jdbc.JdbcDeathWatch;
import dev.primus.jdbc.JdbcStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("Z8")
@EnabledOnOs(OS.LINUX)
@DisplayName("An application with a death watch, by one call of its builder")
class KeeperIT {
    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("leases.db");
    }

    private Primus primus(JdbcDeathWatch watch) {
        return Primus.builder()
                .node("core-1")
                .store(JdbcStore.sqlite(file()))
                .lease(LEASE)
                .deathWatch(watch)
                .build();
    }

    private static void awaitUp(JdbcDeathWatch watch) {
        await().atMost(Duration.ofSeconds(30)).until(watch::isUp);
    }

    private static void awaitGone(long pid) {
        await().atMost(Duration.ofSeconds(10))
                .until(() ->
                        ProcessHandle.of(pid).map(handle -> !handle.isAlive()).orElse(true));
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start().waitFor();
    }

    private Sighting row() {
        try (Ledger ledger = JdbcStore.sqlite(file()).ledger(ClusterName.DEFAULT)) {
            return ledger.elections().get(0);
        }
    }

    @Test
    @DisplayName("a companion that is killed is replaced, the leader leads on, and the feed tells of both")
    void replaced() throws Exception {
        JdbcDeathWatch watch = JdbcDeathWatch.sqlite(file());
        long last;
        try (Primus primus = primus(watch)) {
            Election election = primus.election("nightly").join();
            assertThat(election.awaitLeadership(Duration.ofSeconds(20))).isTrue();
            awaitUp(watch);
            long first = watch.companion();
            signal("KILL", first);
            await().atMost(Duration.ofSeconds(30)).until(() -> watch.isUp() && watch.companion() != first);
            assertThat(election.isLeader()).isTrue();
            await().untilAsserted(() -> assertThat(primus.feed().recent())
                    .extracting(record -> record.kind())
                    .containsSubsequence(FeedKind.DEATH_WATCH_UP, FeedKind.DEATH_WATCH_DOWN, FeedKind.DEATH_WATCH_UP));
            last = watch.companion();
        }
        awaitGone(last);
        assertThat(row().holder()).isNull();
    }

    @Test
    @DisplayName("closed in a living process with a duty that will not stop: the companion goes and releases nothing")
    void closedWithAnAbandonedDuty() throws Exception {
        JdbcDeathWatch watch = JdbcDeathWatch.sqlite(file());
        CountDownLatch letGo = new CountDownLatch(1);
        long companion;
        try (Primus primus = Primus.builder()
                .node("core-1")
                .store(JdbcStore.sqlite(file()))
                .timing(LeaseTiming.of(LEASE).withDrain(Duration.ofMillis(200)))
                .deathWatch(watch)
                .build()) {
            CountDownLatch began = new CountDownLatch(1);
            primus.election("nightly")
                    .duty("stuck", leadership -> {
                        began.countDown();
                        awaitDeaf(letGo);
                    })
                    .join();
            began.await();
            awaitUp(watch);
            companion = watch.companion();
        }
        try {
            awaitGone(companion);
            assertThat(row().isLive()).as("the lease runs out by itself").isTrue();
        } finally {
            letGo.countDown();
        }
    }

    private static void awaitDeaf(CountDownLatch letGo) {
        while (letGo.getCount() > 0) {
            try {
                letGo.await();
            } catch (InterruptedException e) {
                // that is the point
            }
        }
    }

    @Test
    @DisplayName("a companion that is stopped, its pipe full, holds nobody up and is killed before its pipe is closed")
    void stopped() throws Exception {
        JdbcDeathWatch watch = JdbcDeathWatch.sqlite(file());
        AtomicLong clock = new AtomicLong(System.nanoTime());
        CountDownLatch up = new CountDownLatch(1);
        var session = new StoreSession(
                ClusterName.DEFAULT,
                NodeId.of("core-1", "0badcafe"),
                LEASE,
                Duration.ofSeconds(2),
                Duration.ofSeconds(3),
                Duration.ofSeconds(7));
        var post = new Post(session, LeaseTiming.of(LEASE), clock::get, new Post.News() {
            @Override
            public void up() {
                up.countDown();
            }

            @Override
            public void down(String cause) {}
        });
        JdbcStore.sqlite(file()).admin().createOrUpgrade();
        try (var kept = watch.open(post)) {
            up.await();
            long companion = watch.companion();
            signal("STOP", companion);
            // Some 700 kB, ten times what a pipe takes.
            for (int i = 1; i <= 10_000; i++) {
                Hold hold = new Hold(new ElectionName("e-" + i), new FencingToken(i), "nonce-of-some-length-" + i);
                kept.confirmed(List.of(hold), clock.get());
            }
            kept.close();
            awaitGone(companion);
        }
    }
}
