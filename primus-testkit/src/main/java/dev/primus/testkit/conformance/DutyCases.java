package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leadership;
import dev.primus.Restart;
import dev.primus.Supervision;
import dev.primus.core.LossReason;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that follows leadership. */
abstract class DutyCases extends ListenerCases {
    @Test
    @DisplayName("D1 duties run only while leading, and end before the successor's begin")
    void duties() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        for (String node : List.of("a", "b")) {
            Election election =
                    start(node).election(NAME).duty("work", working(node, log)).join();
            elections.put(node, election);
        }
        for (int term = 0; term < 4; term++) {
            String leader = settled();
            assertThat(where().until(
                                    () -> !log.isEmpty()
                                            && log.get(log.size() - 1).equals(leader + " begins"),
                                    where().worstTakeover()))
                    .isTrue();
            done(election(leader).resign());
        }
        settled();
        for (int i = 0; i + 1 < log.size(); i += 2) {
            String node = log.get(i).substring(0, 1);
            assertThat(log.get(i)).isEqualTo(node + " begins");
            assertThat(log.get(i + 1)).isEqualTo(node + " ends");
        }
    }

    private static Duty working(String node, List<String> log) {
        return leadership -> {
            log.add(node + " begins");
            try {
                while (leadership.state() != Leadership.State.ENDED) {
                    leadership.sleep(Duration.ofMillis(20));
                }
            } finally {
                log.add(node + " ends");
            }
        };
    }

    @Test
    @DisplayName("a duty that fails is tried again in the same term; one that ends is done")
    void dutyFails() throws Exception {
        List<Long> runs = new CopyOnWriteArrayList<>();
        List<Long> times = new CopyOnWriteArrayList<>();
        Election election = start("a")
                .election(NAME)
                .duty("flaky", leadership -> {
                    runs.add(leadership.token());
                    times.add(leadership.nanos());
                    if (runs.size() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                })
                .join();
        elections.put("a", election);
        settled();
        assertThat(where().until(() -> runs.size() == 3, Duration.ofSeconds(10)))
                .isTrue();
        where().pass(Duration.ofSeconds(1));
        assertThat(runs).hasSize(3).containsOnly(runs.get(0));
        assertThat(Duration.ofNanos(times.get(1) - times.get(0)))
                .as("it does not wait for the next beat")
                .isLessThan(Duration.ofSeconds(1));
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    @Tag("G12")
    @DisplayName(
            "a duty that fails too often ends the term with that reason; another node leads, this one stands aside")
    void failsTooOften() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        elections.put(
                "a",
                start("a")
                        .election(NAME)
                        .supervision(Supervision.oneForOne()
                                .atMost(2, Duration.ofMinutes(1))
                                .backOff(Duration.ofMillis(20), Duration.ofMillis(20))
                                .stayOut(Duration.ofHours(1)))
                        .duty("broken", Duty.between(DutyCases::fail, leadership -> {}))
                        .onChange(change -> told.add(change.toString()))
                        .join());
        assertThat(where().until(
                                () -> told.stream().anyMatch(change -> change.endsWith(LossReason.DUTY_FAILED.name())),
                                where().worstTakeover().multipliedBy(2)))
                .isTrue();
        join("b");
        assertThat(settled()).isEqualTo("b");
        done(election("b").resign());
        where().pass(where().worstTakeover());
        assertThat(settled()).as("a still stands aside").isEqualTo("b");
        assertThat(kinds("a"))
                .containsSubsequence(
                        FeedKind.DUTY_STARTED,
                        FeedKind.DUTY_FAILED,
                        FeedKind.DUTY_RESTARTING,
                        FeedKind.DUTY_GAVE_UP,
                        FeedKind.REVOKED,
                        FeedKind.LOST_LEADERSHIP);
    }

    private static void fail(Leadership leadership) {
        throw new IllegalStateException("planted");
    }

    @Test
    @Tag("G12")
    @DisplayName("a duty that fails now and then is begun again as long as its supervision bears it")
    void failsEveryRound() throws Exception {
        List<Long> runs = new CopyOnWriteArrayList<>();
        Supervision patient = Supervision.oneForOne()
                .atMost(1000, Duration.ofMinutes(1))
                .backOff(Duration.ofMillis(20), Duration.ofMillis(20));
        elections.put(
                "a",
                start("a")
                        .election(NAME)
                        .supervision(patient)
                        .duty("flaky", Duty.every(Duration.ofMillis(20), leadership -> {
                            runs.add(leadership.token());
                            fail(leadership);
                        }))
                        .join());
        settled();
        assertThat(where().until(() -> runs.size() > 10, Duration.ofSeconds(20)))
                .isTrue();
        assertThat(runs).containsOnly(runs.get(0));
    }

    @Test
    @Tag("G12")
    @DisplayName(
            "D1 a pair whose start throws is begun again in its term, is not stopped for it, and once started stops"
                    + " before the successor's start")
    void startThrows() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        Supervision quick = Supervision.oneForOne().backOff(Duration.ofMillis(20), Duration.ofMillis(20));
        for (String node : List.of("a", "b")) {
            Duty pair = Duty.between(
                    leadership -> failTwice(node + " in " + leadership.token(), log),
                    leadership -> log.add(node + " in " + leadership.token() + " stops"));
            elections.put(
                    node,
                    start(node)
                            .election(NAME)
                            .supervision(quick)
                            .duty("pair", pair)
                            .join());
        }
        String first = leaderAndToken();
        assertThat(where().until(() -> log.contains(first + " starts"), Duration.ofSeconds(10)))
                .isTrue();
        assertThat(kinds(first.substring(0, 1)))
                .containsSubsequence(
                        FeedKind.DUTY_FAILED, FeedKind.DUTY_RESTARTING, FeedKind.DUTY_FAILED, FeedKind.DUTY_RESTARTING);
        done(election(first.substring(0, 1)).resign());
        String second = leaderAndToken();
        assertThat(where().until(() -> log.contains(second + " starts"), Duration.ofSeconds(10)))
                .isTrue();
        assertThat(log)
                .containsExactly(
                        first + " fails",
                        first + " fails",
                        first + " starts",
                        first + " stops",
                        second + " fails",
                        second + " fails",
                        second + " starts");
    }

    private String leaderAndToken() throws InterruptedException {
        String leader = settled();
        return leader + " in " + election(leader).leadership().orElseThrow().token();
    }

    private static void failTwice(String who, List<String> log) {
        if (log.stream().filter((who + " fails")::equals).count() < 2) {
            log.add(who + " fails");
            throw new IllegalStateException("planted");
        }
        log.add(who + " starts");
    }

    @Test
    @DisplayName("a temporary pair whose start throws is neither begun again nor stopped, and leadership goes on")
    void startThrowsForGood() throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        Duty pair = Duty.between(
                leadership -> {
                    log.add("start");
                    fail(leadership);
                },
                leadership -> log.add("stop"));
        elections.put(
                "a",
                start("a").election(NAME).duty("pair", pair, Restart.TEMPORARY).join());
        settled();
        assertThat(where().until(() -> kinds("a").contains(FeedKind.DUTY_FAILED), where().worstTakeover()))
                .isTrue();
        where().pass(Duration.ofMillis(500));
        assertThat(election("a").isLeader()).isTrue();
        assertThat(done(election("a").resign())).isEqualTo(Handover.RELEASED);
        assertThat(log).startsWith("start").doesNotContain("stop");
        assertThat(kinds("a")).doesNotContain(FeedKind.DUTY_RESTARTING);
    }

    @Test
    @DisplayName("C7 a duty that ignores its interrupts is abandoned and named, and nothing is given back")
    void ignoresInterrupts() throws Exception {
        CompletableFuture<Void> mayEnd = new CompletableFuture<>();
        elections.put(
                "a",
                start("a")
                        .election(NAME)
                        .duty("deaf", leadership -> ignoringInterrupts(mayEnd))
                        .join());
        settled();
        join("b");
        assertThat(where().until(() -> kinds("a").contains(FeedKind.DUTY_STARTED), where().worstTakeover()))
                .isTrue();
        assertThat(done(election("a").resign())).isEqualTo(Handover.UNCONFIRMED);
        assertThat(node("a").feed().recent())
                .filteredOn(record -> record.kind() == FeedKind.DUTY_ABANDONED)
                .singleElement()
                .satisfies(record -> assertThat(record.details())
                        .containsEntry("duty", "deaf")
                        .containsKey("whereabouts"));
        assertThat(settled()).as("the lease has run out").isEqualTo("b");
        mayEnd.complete(null);
    }

    private void ignoringInterrupts(CompletableFuture<Void> mayEnd) {
        for (int i = 0; i < 100_000 && !mayEnd.isDone(); i++) {
            try {
                where().block("a", Duration.ofMillis(20));
            } catch (InterruptedException ignored) {
                // That is the point.
            }
        }
    }

    @Test
    @DisplayName("a stop that blocks is interrupted when its time is up, and then leadership is given back")
    void blocksItsStop() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        elections.put(
                "a",
                start("a")
                        .election(NAME)
                        .duty(
                                "slow",
                                Duty.between(leadership -> calls.add("start"), leadership -> {
                                    calls.add("stop");
                                    where().block("a", Duration.ofHours(1));
                                }),
                                Restart.TRANSIENT,
                                Duration.ofMillis(50))
                        .join());
        settled();
        assertThat(where().until(() -> calls.contains("start"), where().worstTakeover()))
                .isTrue();
        assertThat(done(election("a").resign())).isEqualTo(Handover.RELEASED);
        assertThat(calls).startsWith("start", "stop");
    }

    @Test
    @DisplayName("a duty may resign and close its own election")
    void callsBack() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        elections.put(
                "a",
                start("a")
                        .election(NAME)
                        .duty("weary", leadership -> {
                            calls.add("term");
                            if (calls.size() == 1) {
                                election("a").resign();
                                leadership.sleep(Duration.ofHours(1));
                            } else {
                                election("a").close();
                                calls.add("closed");
                            }
                        })
                        .join());
        assertThat(where().until(
                                () -> kinds("a").contains(FeedKind.LEFT),
                                where().worstTakeover().multipliedBy(4)))
                .isTrue();
        assertThat(calls).startsWith("term", "term");
        assertThat(kinds("a")).doesNotContain(FeedKind.DUTY_ABANDONED);
    }

    private List<FeedKind> kinds(String node) {
        return node(node).feed().recent().stream().map(FeedRecord::kind).toList();
    }
}
