package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.MonoTime;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G11")
class HealthTest {
    private static final Duration LEASE = Duration.ofSeconds(2);

    @Test
    void aLeaderIsUp() {
        try (Primus primus = start(new StubStores())) {
            Election election = primus.election("e").join();
            await().until(election::isLeader);
            assertThat(primus.health()).isEqualTo(new Health(Health.Status.UP, ""));
        }
    }

    @Test
    void standbysAndObserversAreUp() {
        try (Primus primus = start(new StubStores().otherLeads(true))) {
            Election standby = primus.election("e").join();
            Election observer = primus.election("o").asObserver().join();
            await().until(() ->
                    standby.leader().isPresent() && observer.leader().isPresent());
            assertThat(primus.health().isUp()).isTrue();
        }
    }

    @Test
    @DisplayName("a store that is away is no reason to restart a node")
    void storeAwayIsUp() {
        try (Primus primus = start(new StubStores().goAway())) {
            primus.election("e").join();
            await().until(() ->
                    primus.feed().recent().stream().anyMatch(record -> record.kind() == FeedKind.STORE_LOST));
            assertThat(primus.health().isUp()).isTrue();
        }
    }

    @Test
    void aClosedNodeIsNotStuck() {
        Primus primus = start(new StubStores());
        primus.close();
        assertThat(primus.health().isUp()).isTrue();
    }

    @Test
    @DisplayName("a turn that does not end is seen once it has taken more than a lease, and forgotten when it ends")
    void aTurnThatDoesNotEnd() {
        HandStage stage = new HandStage();
        try (Primus primus = start(stage)) {
            stage.turn();
            stage.whileInTurn(() -> {
                assertThat(primus.health().isUp()).isTrue();
                stage.pass(LEASE);
                assertThat(primus.health().isUp()).isTrue();
                stage.pass(Duration.ofMillis(1));
                assertThat(primus.health().status()).isEqualTo(Health.Status.DOWN);
                assertThat(primus.health().why()).contains("late by 2001 ms").contains("2000 ms");
            });
            assertThat(primus.health().isUp()).isTrue();
        }
    }

    @Test
    @DisplayName("a turn that was due and never came is seen")
    void aTurnThatNeverComes() {
        HandStage stage = new HandStage();
        try (Primus primus = start(stage)) {
            MonoTime due = stage.turn();
            stage.pass(Duration.ofNanos(due.nanosSince(stage.now())).plus(LEASE));
            assertThat(primus.health().isUp()).isTrue();
            stage.pass(Duration.ofMillis(1));
            assertThat(primus.health().isUp()).isFalse();
            stage.turn();
            assertThat(primus.health().isUp()).isTrue();
        }
    }

    @Test
    @DisplayName("a task that nobody takes is seen a lease after it was posted, though no turn was due until then")
    void mailThatNobodyTakes() {
        HandStage stage = new HandStage();
        try (Primus primus = start(stage)) {
            MonoTime due = stage.turn();
            assertThat(due.nanosSince(stage.now()))
                    .isGreaterThan(Duration.ofMillis(100).toNanos());
            primus.election("e").join();
            stage.pass(LEASE.plusMillis(1));
            assertThat(primus.health().isUp()).isFalse();
            stage.turn();
            assertThat(primus.health().isUp()).isTrue();
        }
    }

    private static Primus start(StubStores stores) {
        return Primus.builder().node("a").store(stores).lease(LEASE).build();
    }

    private static Primus start(Stage stage) {
        return Primus.builder()
                .node("a")
                .store(new StubStores())
                .lease(LEASE)
                .stage(stage)
                .build();
    }
}
