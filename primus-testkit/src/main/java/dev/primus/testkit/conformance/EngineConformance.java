package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.core.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What every engine promises to users. It speaks to {@link Election}, {@link Leadership} and {@link Duty} alone; where it
 * is played, and in whose time, is up to the {@link Ground}.
 */
@Tag("Z1")
public abstract class EngineConformance {
    private static final String NAME = "coordinator";

    private final Map<String, Primus> nodes = new LinkedHashMap<>();
    private final Map<String, Election> elections = new LinkedHashMap<>();
    private @Nullable Ground prepared;

    /** A fresh place to play. */
    protected abstract Ground ground() throws Exception;

    private Ground where() {
        return Objects.requireNonNull(prepared);
    }

    @BeforeEach
    void prepare() throws Exception {
        prepared = ground();
    }

    @AfterEach
    void cleanUp() {
        where().close();
    }

    // ---- leading ---------------------------------------------------------------------------------------------

    @Test
    @DisplayName("C4 of three candidates exactly one leads, and goes on leading")
    void oneLeads() throws Exception {
        joinAll("a", "b", "c");
        String leader = settled();
        for (int i = 0; i < 40; i++) {
            where().pass(where().worstTakeover().dividedBy(10));
            assertThat(leaders()).containsExactly(leader);
        }
        Election election = election(leader);
        assertThat(election.leadership()).get().satisfies(held -> {
            assertThat(held.isHeld()).isTrue();
            assertThat(held.state()).isEqualTo(Leadership.State.HELD);
            assertThat(held.remaining()).isPositive();
            assertThat(held.election().value()).isEqualTo(NAME);
            held.require();
        });
    }

    @Test
    @Tag("L5")
    @DisplayName("everybody knows who leads, and the token is the same everywhere")
    void everybodyKnows() throws Exception {
        joinAll("a", "b", "c");
        String leader = settled();
        long token = election(leader).leadership().orElseThrow().token();
        assertThat(where().until(
                                () -> elections.values().stream()
                                        .allMatch(election -> election.leader()
                                                .filter(known -> known.node()
                                                                .name()
                                                                .value()
                                                                .equals(leader)
                                                        && known.term().token().value() == token)
                                                .isPresent()),
                                where().worstTakeover()))
                .isTrue();
    }

    @Test
    @Tag("L6")
    @DisplayName("Live1 when the leader dies another one leads within the bound, with a higher token")
    void crash() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        long token = election(first).leadership().orElseThrow().token();
        where().kill(first);
        elections.remove(first);
        String second = settled();
        assertThat(election(second).leadership().orElseThrow().token()).isGreaterThan(token);
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 tokens rise from term to term, whoever leads")
    void tokensRise() throws Exception {
        joinAll("a", "b");
        long last = 0;
        for (int term = 0; term < 5; term++) {
            String leader = settled();
            long token = election(leader).leadership().orElseThrow().token();
            assertThat(token).isGreaterThan(last);
            last = token;
            done(election(leader).resign());
        }
    }

    @Test
    @Tag("Z4")
    @DisplayName("a node takes part in many elections at once")
    void manyElections() throws Exception {
        Primus node = start("a");
        List<Election> many = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            many.add(node.election("tenant/" + i).join());
        }
        assertThat(where().until(() -> many.stream().allMatch(Election::isLeader), where().worstTakeover()))
                .isTrue();
    }

    // ---- giving up -------------------------------------------------------------------------------------------

    @Test
    @Tag("Z9")
    @DisplayName("who resigns leads no more, and somebody else does soon")
    void resign() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        Leadership held = election(first).leadership().orElseThrow();
        assertThat(done(election(first).resign())).isEqualTo(Handover.RELEASED);
        assertThat(held.isHeld()).isFalse();
        assertThat(held.state()).isEqualTo(Leadership.State.ENDED);
        assertThat(held.remaining()).isZero();
        assertThat(settled()).isNotEqualTo(first);
    }

    @Test
    @Tag("Z9")
    @DisplayName("who does not lead has nothing to resign")
    void resignWithoutLeading() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Election other = election(leader.equals("a") ? "b" : "a");
        assertThat(done(other.resign())).isEqualTo(Handover.NOT_LEADING);
        assertThat(leaders()).containsExactly(leader);
    }

    @Test
    @Tag("Z9")
    @DisplayName("leadership goes to the heir that was named, whoever else waits")
    void transfer() throws Exception {
        joinAll("a", "b", "c", "d");
        String first = settled();
        everybodyKnowsALeader();
        for (String heir : List.of("d", "b", "d")) {
            String leader = settled();
            if (!heir.equals(leader)) {
                assertThat(done(election(leader).transferTo(heir))).isEqualTo(Handover.RELEASED);
                assertThat(settled()).as("after %s, from %s", first, leader).isEqualTo(heir);
            }
        }
    }

    @Test
    @Tag("Z9")
    @DisplayName("a transfer to nobody we know, or to oneself, changes nothing")
    void transferToNobody() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Election election = election(leader);
        for (String heir : List.of("nobody", leader)) {
            CompletableFuture<Handover> asked = election.transferTo(heir);
            assertThatThrownBy(() -> done(asked)).hasRootCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThat(election.isLeader()).isTrue();
    }

    @Test
    @Tag("Z9")
    @DisplayName("an heir that has died costs its first try, then anybody leads")
    void heirIsDead() throws Exception {
        joinAll("a", "b", "c");
        String first = settled();
        everybodyKnowsALeader();
        String heir = first.equals("c") ? "b" : "c";
        where().kill(heir);
        elections.remove(heir);
        done(election(first).transferTo(heir));
        assertThat(settled()).isNotEqualTo(heir);
    }

    // ---- observers -------------------------------------------------------------------------------------------

    @Test
    @Tag("Z9")
    @DisplayName("an observer knows who leads and never leads itself, not even alone")
    void observer() throws Exception {
        joinAll("a");
        Election watched = start("b").election(NAME).asObserver().join();
        assertThat(where().until(() -> watched.leader().isPresent(), where().worstTakeover()))
                .isTrue();
        where().kill("a");
        where().pass(where().worstTakeover().multipliedBy(2));
        assertThat(watched.isLeader()).isFalse();
        assertThat(watched.leader()).isEmpty();
        assertThat(watched.awaitLeadership(Duration.ofMillis(20))).isFalse();
    }

    // ---- listeners -------------------------------------------------------------------------------------------

    @Test
    @DisplayName("C8 granted and revoked come in pairs with rising terms, and nothing is held when revoked is heard")
    void pairs() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        AtomicReference<Leadership> granted = new AtomicReference<>();
        join("a", change -> {
            if (change instanceof Change.Granted now) {
                granted.set(now.leadership());
                heard.add("granted " + now.leadership().token());
            } else if (change instanceof Change.Revoked former) {
                assertThat(Objects.requireNonNull(granted.get()).isHeld()).isFalse();
                heard.add("revoked " + former.term().token() + " " + former.reason());
            }
        });
        Election election = election("a");
        for (int term = 1; term <= 3; term++) {
            settled();
            done(election.resign());
        }
        settled();
        List<String> expected = new ArrayList<>();
        for (int term = 1; term <= 3; term++) {
            expected.add("granted " + term);
            expected.add("revoked " + term + " " + LossReason.RELEASED);
        }
        expected.add("granted 4");
        assertThat(where().until(() -> heard.size() >= expected.size(), where().worstTakeover()))
                .isTrue();
        assertThat(heard).isEqualTo(expected);
    }

    @Test
    @DisplayName("a listener that throws, and one that blocks, delay nobody but themselves")
    void badListeners() throws Exception {
        List<Change> heard = new CopyOnWriteArrayList<>();
        Duration ages = where().worstTakeover().multipliedBy(20);
        join(
                "a",
                change -> {
                    throw new IllegalStateException("a careless listener");
                },
                change -> block("a", ages),
                heard::add);
        settled();
        Election election = election("a");
        Leadership held = election.leadership().orElseThrow();
        where().pass(where().worstTakeover().multipliedBy(2));
        assertThat(held.isHeld()).isTrue();
        assertThat(done(election.resign())).isEqualTo(Handover.RELEASED);
        assertThat(held.isHeld()).isFalse();
        assertThat(where().until(
                                () -> heard.stream().anyMatch(Change.Revoked.class::isInstance),
                                where().worstTakeover()))
                .isTrue();
    }

    // ---- duties ----------------------------------------------------------------------------------------------

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
            assertThat(where().until(() -> log.get(log.size() - 1).equals(leader + " begins"), where().worstTakeover()))
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
        Election election = start("a")
                .election(NAME)
                .duty("flaky", leadership -> {
                    runs.add(leadership.token());
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
        assertThat(runs).containsExactly(1L, 1L, 1L);
        assertThat(election.isLeader()).isTrue();
    }

    // ---- leaving ---------------------------------------------------------------------------------------------

    @Test
    @DisplayName("closing hands over at once; closing twice is fine; a closed node joins nothing")
    void closing() throws Exception {
        joinAll("a", "b");
        String first = settled();
        Election election = election(first);
        elections.remove(first);
        election.close();
        election.close();
        assertThat(election.isLeader()).isFalse();
        String second = settled();
        assertThat(second).isNotEqualTo(first);
        Primus node = node(first);
        node.close();
        node.close();
        assertThatThrownBy(() -> node.election("other").join()).isInstanceOf(IllegalStateException.class);
        assertThat(leaders()).containsExactly(second);
    }

    @Test
    @DisplayName("an election that was left can be joined again, but not twice at a time")
    void joiningAgain() throws Exception {
        joinAll("a");
        settled();
        Primus node = node("a");
        assertThatThrownBy(() -> node.election(NAME).join()).isInstanceOf(IllegalArgumentException.class);
        election("a").close();
        elections.put("a", node.election(NAME).join());
        settled();
    }

    @Test
    @DisplayName("closing in the middle of a bid leaves nothing behind that others wait for longer than a crash")
    void closeDuringAcquire() throws Exception {
        for (int i = 0; i < 5; i++) {
            start("a").election(NAME).join();
            node("a").close();
            where().kill("a");
        }
        joinAll("b");
        assertThat(settled()).isEqualTo("b");
    }

    // ---- bad days --------------------------------------------------------------------------------------------

    @Test
    @Tag("L4")
    @DisplayName("Live4 without its arbiter nobody leads for long, and all come back when it does")
    void arbiterAway() throws Exception {
        joinAll("a", "b");
        String leader = settled();
        Leadership held = election(leader).leadership().orElseThrow();
        where().arbiterFails();
        assertThat(where().until(() -> !held.isHeld(), where().worstTakeover())).isTrue();
        where().pass(where().worstTakeover().multipliedBy(5));
        assertThat(leaders()).isEmpty();
        where().arbiterRecovers();
        String next = settled();
        assertThat(election(next).leadership().orElseThrow().token()).isGreaterThan(held.token());
        assertThat(held.isHeld()).as("an ended term never comes back").isFalse();
    }

    @Test
    @DisplayName("a node that starts while its arbiter is away takes part as soon as it is there")
    void startsWithoutArbiter() throws Exception {
        where().arbiterFails();
        joinAll("a");
        where().pass(where().worstTakeover().multipliedBy(3));
        assertThat(leaders()).isEmpty();
        where().arbiterRecovers();
        assertThat(settled()).isEqualTo("a");
    }

    @Test
    @DisplayName("who waits for leadership is woken by it")
    void awaiting() throws Exception {
        joinAll("a");
        assertThat(election("a").awaitLeadership(where().worstTakeover())).isTrue();
        assertThat(election("a").awaitLeadership(Duration.ofMillis(1))).isTrue();
    }

    // ---- tools -----------------------------------------------------------------------------------------------

    private Election election(String node) {
        return Objects.requireNonNull(elections.get(node));
    }

    private Primus node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    private Primus start(String node) {
        Primus started = where().start(node);
        nodes.put(node, started);
        return started;
    }

    private void joinAll(String... names) {
        for (String name : names) {
            join(name);
        }
    }

    @SafeVarargs
    private void join(String node, Consumer<Change>... listeners) {
        var builder = start(node).election(NAME);
        for (Consumer<Change> listener : listeners) {
            builder.onChange(listener);
        }
        elections.put(node, builder.join());
    }

    private void block(String node, Duration span) {
        try {
            where().block(node, span);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> leaders() {
        return elections.entrySet().stream()
                .filter(entry -> entry.getValue().isLeader())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whoever knows who leads is known as a candidate itself. */
    private void everybodyKnowsALeader() throws InterruptedException {
        assertThat(where().until(
                                () -> elections.values().stream()
                                        .allMatch(election -> election.leader().isPresent()),
                                where().worstTakeover()))
                .isTrue();
    }

    /** Who leads, once somebody does. */
    private String settled() throws InterruptedException {
        assertThat(where().until(
                                () -> !leaders().isEmpty(),
                                where().worstTakeover().multipliedBy(2)))
                .as("somebody leads")
                .isTrue();
        assertThat(leaders()).hasSize(1);
        return leaders().get(0);
    }

    private <T> T done(CompletableFuture<T> future) throws InterruptedException {
        assertThat(where().until(future::isDone, where().worstTakeover().multipliedBy(2)))
                .isTrue();
        return future.join();
    }
}
