package dev.primus.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.Health;
import dev.primus.Primus;
import dev.primus.StubStores;
import dev.primus.core.LossReason;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.guard.Claim;
import dev.primus.guard.MemoryFence;
import dev.primus.runtime.feed.NodeFeed;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G11")
class PrimusMetricsTest {
    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    private double value(String name, String... tags) {
        return registry.get(name).tags(tags).meter().measure().iterator().next().getValue();
    }

    private Timer timer(String name) {
        return registry.get(name).timer();
    }

    private DistributionSummary summary(String name) {
        return registry.get(name).summary();
    }

    @Nested
    class FromRecords {
        private final HandFeed hand = new HandFeed();
        private final AtomicReference<Health> health = new AtomicReference<>(new Health(Health.Status.UP, ""));
        private final PrimusMetrics metrics =
                new PrimusMetrics(HandFeed.NODE.name(), hand.feed, List::of, health::get, true);

        @BeforeEach
        void bind() {
            metrics.bindTo(registry);
        }

        @AfterEach
        void close() {
            metrics.close();
        }

        @Test
        @DisplayName("an election that was joined shows a zero everywhere, for every reason")
        void zerosFromTheStart() {
            hand.tell("orders", FeedKind.JOINED);
            for (LossReason reason : LossReason.values()) {
                assertThat(value("primus.transitions", "election", "orders", "reason", reason.name()))
                        .isZero();
            }
            assertThat(List.of(
                            "primus.leader",
                            "primus.terms",
                            "primus.leaderless",
                            "primus.silent.leaders",
                            "primus.takeover",
                            "primus.suspect",
                            "primus.duty.restarts",
                            "primus.duty.failures",
                            "primus.duty.abandonments",
                            "primus.listener.failures"))
                    .allSatisfy(name -> assertThat(value(name, "election", "orders", "node", "core-1"))
                            .isZero());
        }

        @Test
        @Tag("B15")
        @DisplayName(
                "B15 elections: by trigger, how long, who voted, how many stood, the winner's score, and the failed ones")
        void elections() {
            hand.tell("e", FeedKind.JOINED);
            for (Trigger trigger : Trigger.values()) {
                assertThat(value("primus.elections", "election", "e", "trigger", trigger.word()))
                        .as(trigger.word())
                        .isZero();
            }
            assertThat(value("primus.failed.elections")).isZero();
            complete(
                    term(1),
                    "manual_trigger",
                    Map.of("millis", "300", "voted", "3", "candidates", "2", "score", "0.5"));
            complete(
                    term(2),
                    "admin_heartbeat_timeout",
                    Map.of("millis", "100", "voted", "2", "candidates", "1", "score", "0.25"));
            complete(null, "admin_heartbeat_timeout", Map.of("millis", "400", "voted", "0", "candidates", "0"));

            assertThat(value("primus.elections", "trigger", "manual_trigger")).isEqualTo(1);
            assertThat(value("primus.elections", "trigger", "admin_heartbeat_timeout"))
                    .isEqualTo(2);
            assertThat(value("primus.failed.elections")).isEqualTo(1);
            assertThat(timer("primus.election.duration").count()).isEqualTo(3);
            assertThat(timer("primus.election.duration").totalTime(TimeUnit.MILLISECONDS))
                    .isEqualTo(800);
            assertThat(summary("primus.election.participation").totalAmount()).isEqualTo(1 + 2 / 3.0);
            assertThat(summary("primus.election.participation").count()).isEqualTo(3);
            assertThat(summary("primus.election.candidates").totalAmount()).isEqualTo(3);
            assertThat(summary("primus.election.score").count()).isEqualTo(2);
            assertThat(summary("primus.election.score").totalAmount()).isEqualTo(0.75);
        }

        @Test
        @Tag("B15")
        @DisplayName("more than were expected may vote where no majority is asked for: that is all, and not more")
        void participationEndsAtOne() {
            complete(term(1), "manual_trigger", Map.of("voted", "5"));

            assertThat(summary("primus.election.participation").max()).isEqualTo(1);
        }

        @Test
        @DisplayName("where nobody votes there are no meters of votes")
        void withoutVotes() {
            SimpleMeterRegistry other = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
            try (PrimusMetrics lease =
                    new PrimusMetrics(HandFeed.NODE.name(), hand.feed, List::of, health::get, false)) {
                lease.bindTo(other);
                hand.tell("e", FeedKind.JOINED);
            }
            assertThat(other.find("primus.terms").meter()).isNotNull();
            assertThat(other.find("primus.elections").meter()).isNull();
            assertThat(other.find("primus.election.score").meter()).isNull();
        }

        private void complete(@Nullable Term winner, String trigger, Map<String, String> more) {
            Map<String, String> details = new HashMap<>(more);
            details.put("trigger", trigger);
            details.put("voters", "3");
            hand.tell("e", FeedKind.ELECTION_COMPLETE, winner, null, details);
        }

        @Test
        @DisplayName("the time without a leader runs from the join and from each loss until somebody leads")
        void leaderlessTime() {
            hand.tell("e", FeedKind.JOINED);
            clock.addSeconds(3);
            assertThat(value("primus.leaderless")).isEqualTo(3);
            leads("e", 1);
            clock.addSeconds(100);
            assertThat(value("primus.leaderless")).isEqualTo(3);
            hand.tell("e", FeedKind.REVOKED, term(1), LossReason.EXPIRED, Map.of());
            clock.addSeconds(2);
            hand.tell("e", FeedKind.LEADER_CHANGED, term(2), null, Map.of());
            clock.addSeconds(100);
            assertThat(value("primus.leaderless")).isEqualTo(5);
        }

        @Test
        @DisplayName("a node that left does not look and so counts nothing")
        void leaderlessTimeEndsWithLeaving() {
            hand.tell("e", FeedKind.JOINED);
            hand.tell("e", FeedKind.LEFT);
            clock.addSeconds(9);
            assertThat(value("primus.leaderless")).isZero();
        }

        @Test
        @DisplayName("a takeover is from a leader's loss to the next leader; the first leader after a join is none")
        void takeover() {
            hand.tell("e", FeedKind.JOINED);
            clock.addSeconds(7);
            leads("e", 1);
            assertThat(timer("primus.takeover").count()).isZero();
            hand.tell("e", FeedKind.LEADER_DOWN, term(1), null, Map.of());
            hand.tell("e", FeedKind.LEADER_CHANGED);
            clock.addSeconds(2);
            leads("e", 2);
            assertThat(timer("primus.takeover").count()).isEqualTo(1);
            assertThat(timer("primus.takeover").totalTime(TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(timer("primus.takeover").takeSnapshot().histogramCounts())
                    .anyMatch(bucket -> bucket.bucket(TimeUnit.MILLISECONDS) == 2500 && bucket.count() == 1)
                    .anyMatch(bucket -> bucket.bucket(TimeUnit.MILLISECONDS) == 1000 && bucket.count() == 0);
            assertThat(value("primus.silent.leaders")).isEqualTo(1);
        }

        @Test
        void termsAndTransitionsByReason() {
            leads("e", 1);
            hand.tell("e", FeedKind.REVOKED, term(1), LossReason.TAKEN, Map.of());
            leads("e", 3);
            hand.tell("e", FeedKind.REVOKED, term(3), LossReason.RELEASED, Map.of());
            leads("other", 1);
            assertThat(value("primus.terms", "election", "e")).isEqualTo(2);
            assertThat(value("primus.terms", "election", "other")).isEqualTo(1);
            assertThat(value("primus.transitions", "election", "e", "reason", "TAKEN"))
                    .isEqualTo(1);
            assertThat(value("primus.transitions", "election", "e", "reason", "RELEASED"))
                    .isEqualTo(1);
            assertThat(value("primus.transitions", "election", "e", "reason", "EXPIRED"))
                    .isZero();
        }

        @Test
        @DisplayName("suspect spells are counted with their length, whether they end well or not")
        void suspectSpells() {
            hand.tell("e", FeedKind.RESUMED, term(1), null, Map.of("suspect_millis", "40"));
            hand.tell("e", FeedKind.REVOKED, term(1), LossReason.SUSPECT, Map.of("suspect_millis", "60"));
            hand.tell("e", FeedKind.REVOKED, term(2), LossReason.RELEASED, Map.of());
            assertThat(timer("primus.suspect").count()).isEqualTo(2);
            assertThat(timer("primus.suspect").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(100);
        }

        @Test
        void pauses() {
            hand.tell(FeedKind.PAUSED, Map.of("millis", "1500"));
            assertThat(timer("primus.pause").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(1500);
        }

        @Test
        void renewals() {
            hand.tell(
                    FeedKind.RENEWED,
                    Map.of("elections", "3", "unconfirmed", "2", "micros", "1500", "headroom_millis", "6000"));
            hand.tell(FeedKind.RENEWED, Map.of("elections", "1", "unconfirmed", "0", "micros", "500"));
            assertThat(timer("primus.renewal").count()).isEqualTo(2);
            assertThat(timer("primus.renewal").totalTime(TimeUnit.MICROSECONDS)).isEqualTo(2000);
            assertThat(timer("primus.renewal.headroom").count()).isEqualTo(1);
            assertThat(timer("primus.renewal.headroom").totalTime(TimeUnit.SECONDS))
                    .isEqualTo(6);
            assertThat(value("primus.unconfirmed.renewals")).isEqualTo(2);
        }

        @Test
        void dutiesAndListeners() {
            hand.tell("e", FeedKind.DUTY_FAILED);
            hand.tell("e", FeedKind.DUTY_FAILED);
            hand.tell("e", FeedKind.DUTY_RESTARTING);
            hand.tell("e", FeedKind.DUTY_ABANDONED);
            hand.tell("e", FeedKind.LISTENER_FAILED);
            assertThat(value("primus.duty.failures")).isEqualTo(2);
            assertThat(value("primus.duty.restarts")).isEqualTo(1);
            assertThat(value("primus.duty.abandonments")).isEqualTo(1);
            assertThat(value("primus.listener.failures")).isEqualTo(1);
        }

        @Test
        @DisplayName("the offset of the store's clock is there once it is known, in seconds, and not before")
        void clockOffset() {
            assertThat(registry.find("primus.store.clock.offset").meter()).isNull();
            hand.tell(FeedKind.CLOCK_READ, Map.of("offset_micros", "-1500000"));
            assertThat(value("primus.store.clock.offset")).isEqualTo(-1.5);
            hand.tell(FeedKind.CLOCK_READ, Map.of("offset_micros", "250000"));
            assertThat(value("primus.store.clock.offset")).isEqualTo(0.25);
        }

        @Test
        void health() {
            assertThat(value("primus.healthy")).isEqualTo(1);
            health.set(new Health(Health.Status.DOWN, "stuck"));
            assertThat(value("primus.healthy")).isZero();
        }

        @Test
        void closedMetersReadNoFurther() {
            leads("e", 1);
            metrics.close();
            leads("e", 2);
            assertThat(value("primus.terms")).isEqualTo(1);
            assertThat(hand.feed.isRoutineWanted()).isFalse();
        }

        private void leads(String election, long token) {
            hand.tell(election, FeedKind.BECAME_LEADER, term(token), null, Map.of());
        }

        private Term term(long token) {
            return Term.of(HandFeed.NODE, token);
        }
    }

    @Nested
    class FromANode {
        private final StubStores stores = new StubStores();

        private Primus start() {
            return Primus.builder()
                    .node("core-1")
                    .store(stores)
                    .lease(Duration.ofSeconds(1))
                    .build();
        }

        @Test
        @DisplayName("the leader shows 1 and its renewals, with what was left of the deadline; once it left, 0")
        void leader() {
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                metrics.bindTo(registry);
                Election election = primus.election("orders").join();
                await().until(election::isLeader);
                await().untilAsserted(() ->
                        assertThat(value("primus.leader", "election", "orders")).isEqualTo(1));
                await().until(() -> timer("primus.renewal.headroom").count() > 0);
                assertThat(timer("primus.renewal.headroom").max(TimeUnit.MILLISECONDS))
                        .isBetween(1.0, 900.0);
                election.close();
                assertThat(value("primus.leader", "election", "orders")).isZero();
            }
        }

        @Test
        @DisplayName("a standby shows 0, and so do elections that were joined before the meters were bound")
        void standby() {
            stores.otherLeads(true);
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                Election before = primus.election("before").join();
                await().until(() -> before.leader().isPresent());
                metrics.bindTo(registry);
                primus.election("after").join();
                assertThat(value("primus.leader", "election", "before")).isZero();
                await().untilAsserted(() ->
                        assertThat(value("primus.leader", "election", "after")).isZero());
            }
        }

        @Test
        @DisplayName("an election joined again after it was left shows its leader again")
        void joinedAgain() {
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                metrics.bindTo(registry);
                Election first = primus.election("e").join();
                await().until(first::isLeader);
                first.close();
                primus.election("e").join();
                await().untilAsserted(() -> assertThat(value("primus.leader")).isEqualTo(1));
            }
        }

        @Test
        @DisplayName("a store whose clock shows the time of day is compared with ours")
        void wallClock() {
            Instant behind = Instant.now().minusSeconds(3600);
            stores.clockShows(new StoreTime(ChronoUnit.MICROS.between(Instant.EPOCH, behind)));
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                metrics.bindTo(registry);
                primus.election("e").join();
                await().untilAsserted(() ->
                        assertThat(value("primus.store.clock.offset")).isCloseTo(3600, within(60.0)));
            }
        }

        @Test
        @DisplayName("a store whose clock counts from the start of its machine is not")
        void monotonicClock() {
            stores.clockShows(new StoreTime(TimeUnit.DAYS.toMicros(365)));
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                metrics.bindTo(registry);
                Election election = primus.election("e").join();
                await().until(election::isLeader);
                await().until(() -> timer("primus.renewal").count() > 0);
                assertThat(registry.find("primus.store.clock.offset").meter()).isNull();
            }
        }

        @Test
        @DisplayName("a reader that blocks delays neither the election nor the meters")
        void aSlowReaderHurtsNobody() {
            CountDownLatch mayEnd = new CountDownLatch(1);
            try (Primus primus = start();
                    PrimusMetrics metrics = PrimusMetrics.of(primus)) {
                CountDownLatch blocked = new CountDownLatch(1);
                primus.feed().subscribeToAll("slow", record -> {
                    blocked.countDown();
                    awaitQuietly(mayEnd);
                });
                metrics.bindTo(registry);
                Election election = primus.election("e").join();
                await().until(() -> blocked.getCount() == 0);
                await().until(() -> timer("primus.renewal").count() >= 2);
                await().until(election::isLeader);
                assertThat(mayEnd.getCount()).isEqualTo(1);
            } finally {
                mayEnd.countDown();
            }
        }

        private void awaitQuietly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    @DisplayName("records that the meters were too slow for are counted")
    void dropped() {
        List<Runnable> lane = new ArrayList<>();
        NodeFeed feed = new NodeFeed(HandFeed.NODE, () -> HandFeed.NOON, name -> lane::add);
        try (PrimusMetrics metrics = new PrimusMetrics(
                HandFeed.NODE.name(), feed, List::of, () -> new Health(Health.Status.UP, ""), false)) {
            metrics.bindTo(registry);
            assertThat(value("primus.feed.dropped")).isZero();
            for (int i = 0; i < 10_003; i++) {
                feed.append(
                        FeedKind.HINTS_UP,
                        (seq, time, node) ->
                                new FeedRecord(seq, time, node, null, FeedKind.HINTS_UP, null, null, Map.of()));
            }
            assertThat(value("primus.feed.dropped")).isEqualTo(3);
        }
    }

    @Test
    void guards() {
        MemoryFence fence = new MemoryFence("ledger");
        new GuardMetrics(fence).bindTo(registry);
        assertThat(value("primus.guard.rejected", "resource", "ledger")).isZero();
        fence.offer(Claim.of(2));
        fence.offer(Claim.of(1));
        assertThat(value("primus.guard.rejected", "resource", "ledger")).isEqualTo(1);
        assertThat(value("primus.guard.admitted", "resource", "ledger")).isEqualTo(1);
    }
}
