package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.score.Facts;
import dev.primus.feed.FeedKind;
import dev.primus.telemetry.PrimusMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node that votes, on real threads and in real time")
class BallotOnThreadsTest {
    @TempDir
    Path folder;

    /** Slow enough for a busy machine. */
    private static final BallotTiming TIMING = BallotTiming.of(
            Duration.ofSeconds(3), Duration.ofMillis(100), Duration.ofMillis(50), Duration.ofSeconds(1));

    /** The only voter there is. */
    private Primus start() {
        return Primus.builder()
                .node("core-1")
                .ballot(PeerBallot.over(new AloneLink())
                        .quorum(Quorum.majorityOf(1))
                        .timing(TIMING)
                        .capabilities("admin_election")
                        .facts(() -> Facts.NONE)
                        .filesIn(folder))
                .build();
    }

    @Test
    @Tag("B9")
    @DisplayName("B9 callbacks come on threads of their own: what blocks or throws there keeps nobody from leading")
    void callbacks() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<String> heard = new CopyOnWriteArrayList<>();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (Primus primus = start();
                PrimusMetrics metrics = PrimusMetrics.of(primus)) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            BallotOffice office = primus.ballotOffice().orElseThrow();
            office.onElectionComplete(report -> awaitQuietly(mayEnd));
            office.onElectionComplete(report -> {
                throw new IllegalStateException("a careless listener");
            });
            office.onElectionComplete(report -> {
                threads.add(Thread.currentThread());
                heard.add("complete " + report.winner().leader().name());
            });
            Election election = primus.election("e")
                    .onChange(change -> {
                        if (change instanceof Change.LeaderChanged changed) {
                            threads.add(Thread.currentThread());
                            heard.add("changed " + changed.previous() + " "
                                    + changed.leader().node().name());
                        }
                    })
                    .join();
            await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
            await().untilAsserted(() ->
                    assertThat(heard).containsExactlyInAnyOrder("complete core-1", "changed null core-1"));
            await().untilAsserted(() -> assertThat(
                            registry.get("primus.listener.failures").counter().count())
                    .isEqualTo(1));
            assertThat(primus.feed().recent())
                    .filteredOn(record -> record.kind() == FeedKind.LISTENER_FAILED)
                    .singleElement()
                    .satisfies(
                            record -> assertThat(record.details().get("cause")).contains("a careless listener"));
            assertThat(registry.get("primus.elections")
                            .tag("trigger", "no_admin_discovered")
                            .counter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("primus.election.participation").summary().mean())
                    .isEqualTo(1);
            assertThat(threads)
                    .doesNotContain(nodesThread(primus), Thread.currentThread())
                    .hasSize(2);
            assertThat(mayEnd.getCount()).as("one of them still blocks").isEqualTo(1);
            await().until(election::isLeader);
        } finally {
            mayEnd.countDown();
        }
    }

    private static Thread nodesThread(Primus primus) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread.getName().equals("primus-" + primus.id().name()))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("B4")
    @DisplayName("B4 the status of heartbeats is answered to any thread, and they go on by themselves")
    void heartbeats() throws Exception {
        try (Primus primus = start()) {
            BallotOffice office = primus.ballotOffice().orElseThrow();
            HeartbeatStatus before = office.heartbeat("e").get(10, TimeUnit.SECONDS);
            assertThat(before.running()).isFalse();
            assertThat(before.lastSent()).isNull();
            Election election = primus.election("e").join();
            await().atMost(Duration.ofSeconds(30)).until(election::isLeader);
            HeartbeatStatus first = office.heartbeat("e").get(10, TimeUnit.SECONDS);
            assertThat(first.running()).isTrue();
            assertThat(first.isAdmin()).isTrue();
            await().until(() ->
                    office.heartbeat("e").get(10, TimeUnit.SECONDS).lastSent().isAfter(first.lastSent()));
            election.close();
            HeartbeatStatus after = office.heartbeat("e").get(10, TimeUnit.SECONDS);
            assertThat(after.running()).isFalse();
            assertThat(after.next()).isNull();
        }
    }
}
