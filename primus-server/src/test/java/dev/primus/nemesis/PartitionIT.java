package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Availability;
import dev.primus.testkit.net.NetLab;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes on hosts of a network of their own, whose cables are pulled. */
@Tag("G7")
class PartitionIT {
    private static final String PORT = ":7800";

    @TempDir
    private Path folder;

    private NetLab lab;
    private PeerArena arena;

    private PeerArena arena(int hosts, Availability policy) {
        lab = open(hosts);
        arena = new PeerArena(folder, policy);
        for (int host = 0; host < hosts; host++) {
            arena.remote("n" + host, NetLab.ip(host) + PORT, lab.on(host));
        }
        return arena;
    }

    private static NetLab open(int hosts) {
        try {
            return NetLab.of(hosts);
        } catch (UnsupportedOperationException e) {
            return Assumptions.abort(e.getMessage());
        }
    }

    @AfterEach
    void clear() {
        if (arena != null) {
            arena.close();
        }
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    @DisplayName("R3, R6: the leader of three is cut off under MAJORITY: never two leaders, one after the heal")
    void leaderOfThreeByMajority() throws Exception {
        cutLeader(3, 1);
        judge();
    }

    @Test
    @DisplayName(
            "Split-brain resolution after network partition: each side leads under AVAILABLE, one after the heal (R1)")
    void leaderOfThreeAvailable() throws Exception {
        assertThat(eachSideLeads(3, 1, 1)).isEmpty();
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} hosts, {1} on the leader''s side, {2} rounds")
    @CsvSource({"3, 1, 5", "5, 1, 5", "5, 2, 5"})
    @DisplayName("R1: rounds of cutting and healing under AVAILABLE")
    void roundsAvailable(int hosts, int side, int rounds) throws Exception {
        assertThat(eachSideLeads(hosts, side, rounds))
                .as("rounds after which the lower name did not go on")
                .isEmpty();
    }

    /** @return the rounds after which not the lower name went on */
    private List<String> eachSideLeads(int hosts, int side, int rounds) throws Exception {
        PeerArena arena = arena(hosts, Availability.AVAILABLE);
        List<String> wrong = new ArrayList<>();
        arena.startAll();
        for (int round = 1; round <= rounds; round++) {
            Child leader = arena.awaitOne();
            List<Integer> with = from(number(leader), side, hosts);
            List<Integer> without = from(number(leader) + side, hosts - side, hosts);
            long cutAt = System.nanoTime();
            LostWays cut = LostWays.between(lab, with, without);
            PeerArena.Led first = arena.awaitLeader(cutAt, child -> without.contains(number(child)));
            Child other = arena.awaitOneOf(child -> without.contains(number(child)));
            assertThat(arena.leadingSince(System.nanoTime() - 300_000_000L))
                    .as("a leader on each side")
                    .containsExactlyInAnyOrder(leader, other);
            long highest = highestToken();
            long healedAt = System.nanoTime();
            cut.heal();
            Child one = arena.awaitOneAbove(highest);
            report(
                    "available, %d|%d, round %d: the other side led %.0f ms after the cut; exactly one, in a term above both, %.0f ms after the heal",
                    side,
                    hosts - side,
                    round,
                    (first.sample().after() - cutAt) / 1e6,
                    (System.nanoTime() - healedAt) / 1e6);
            if (number(one) != Math.min(number(leader), number(other))) {
                wrong.add("round %d: %s and %s led, %s went on".formatted(round, leader, other, one));
            }
            awaitDutiesOnlyOn(one);
        }
        arena.close();
        return wrong;
    }

    private static List<Integer> from(int first, int many, int hosts) {
        return IntStream.range(first, first + many).mapToObj(n -> n % hosts).toList();
    }

    private long highestToken() {
        return arena.history().beliefs().stream()
                .mapToLong(Journals.Belief::token)
                .max()
                .orElse(0);
    }

    private void awaitDutiesOnlyOn(Child one) {
        arena.until("duties are on exactly one node", PeerArena.SLACK, () -> atWork().equals(List.of(one.node())));
    }

    @Test
    @DisplayName(
            "R6: two hosts and a row: the leader goes on by the row when they are cut apart, the other when it dies")
    void aRowBetweenTwo() throws Exception {
        twoAndARow(1);
        judge();
    }

    @Tag("long")
    @Test
    @DisplayName("R6: rounds of two hosts and a row")
    void roundsOfTwoAndARow() throws Exception {
        try {
            twoAndARow(20);
        } finally {
            judge();
        }
    }

    private void twoAndARow(int rounds) throws Exception {
        PeerArena arena = arena(2, Availability.LEASE_TIE_BREAK);
        arena.startAll();
        for (int round = 1; round <= rounds; round++) {
            Child leader = arena.awaitOne();
            long before = highestToken();
            lab.cut(number(leader));
            TimeUnit.SECONDS.sleep(5);
            assertThat(highestToken()).as("the same term goes on").isEqualTo(before);
            assertThat(arena.leadingSince(System.nanoTime() - 300_000_000L)).containsExactly(leader);
            long killedAt = System.nanoTime();
            leader.kill9();
            PeerArena.Led next = arena.awaitLeader(killedAt, child -> child != leader);
            lab.heal(number(leader));
            arena.start(leader.node());
            assertThat(arena.awaitOne()).as("no failback").isEqualTo(next.by());
            report(
                    "two and a row, round %d: cut apart the leader went on; led again %.0f ms after it was killed",
                    round, (next.sample().after() - killedAt) / 1e6);
        }
        arena.close();
    }

    @Test
    @DisplayName("R3, R6: nobody hears the leader of three, which hears all: never two leaders, one after the heal")
    void leaderThatIsNotHeard() throws Exception {
        loseOneWay(true, 1);
        judge();
    }

    @Tag("long")
    @ParameterizedTest(name = "what the leader sends is lost: {0}, else what it is sent; {1} rounds")
    @CsvSource({"true, 20", "false, 20"})
    @DisplayName("R3, R6: rounds of one-way loss under MAJORITY")
    void roundsOneWay(boolean outgoing, int rounds) throws Exception {
        try {
            loseOneWay(outgoing, rounds);
        } finally {
            judge();
        }
    }

    private void loseOneWay(boolean outgoing, int rounds) throws Exception {
        PeerArena arena = arena(3, Availability.MAJORITY);
        arena.startAll();
        for (int round = 1; round <= rounds; round++) {
            Child leader = arena.awaitOne();
            List<Integer> alone = List.of(number(leader));
            List<Integer> others = from(number(leader) + 1, 2, 3);
            long lostAt = System.nanoTime();
            LostWays lost = outgoing ? LostWays.oneWay(lab, alone, others) : LostWays.oneWay(lab, others, alone);
            PeerArena.Led next = arena.awaitLeader(lostAt, child -> child != leader);
            long healedAt = System.nanoTime();
            lost.heal();
            Child one = arena.awaitOne();
            report(
                    "majority, what the leader of 3 %s is lost, round %d: led again after %.0f ms; one after the heal within %.0f ms",
                    outgoing ? "sends" : "is sent",
                    round,
                    (next.sample().after() - lostAt) / 1e6,
                    (System.nanoTime() - healedAt) / 1e6);
            awaitDutiesOnlyOn(one);
        }
        arena.close();
    }

    /** Those whose duties have begun and not ended. */
    private List<String> atWork() {
        return arena.children().stream()
                .filter(child -> child.journal().duties().stream()
                                .mapToInt(duty -> duty.began() ? 1 : -1)
                                .sum()
                        > 0)
                .map(Child::node)
                .toList();
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} hosts, {1} cut off with the leader, {2} rounds")
    @CsvSource({"3, 1, 20", "5, 1, 20", "5, 2, 20"})
    @DisplayName("R3, R6: rounds of cutting and healing under MAJORITY")
    void rounds(int hosts, int off, int rounds) throws Exception {
        try {
            cutLeader(hosts, off, rounds);
        } finally {
            judge();
        }
    }

    private void cutLeader(int hosts, int off) throws Exception {
        cutLeader(hosts, off, 1);
    }

    /** Cuts the leader off, alone or each by itself with others: every one of them is alone then. */
    private void cutLeader(int hosts, int off, int rounds) throws Exception {
        PeerArena arena = arena(hosts, Availability.MAJORITY);
        arena.startAll();
        for (int round = 1; round <= rounds; round++) {
            Child leader = arena.awaitOne();
            long cutAt = System.nanoTime();
            for (int i = 0; i < off; i++) {
                lab.cut((number(leader) + i) % hosts);
            }
            PeerArena.Led next = arena.awaitLeader(cutAt, child -> isWithin(child, leader, off, hosts));
            long healedAt = System.nanoTime();
            for (int i = 0; i < off; i++) {
                lab.heal((number(leader) + i) % hosts);
            }
            Child one = arena.awaitOne();
            report(
                    "majority, %d of %d cut, round %d: led again after %.0f ms; one after the heal within %.0f ms",
                    off, hosts, round, (next.sample().after() - cutAt) / 1e6, (System.nanoTime() - healedAt) / 1e6);
            assertThat(one).as("no failback").isEqualTo(next.by());
        }
        arena.close();
    }

    private static boolean isWithin(Child child, Child leader, int off, int hosts) {
        int apart = Math.floorMod(number(child) - number(leader), hosts);
        return apart >= off;
    }

    private void judge() {
        assertThat(arena.history().violations()).as("what the journals show").isEmpty();
        arena.checkDutiesAlone();
    }

    private static int number(Child child) {
        return Integer.parseInt(child.node().substring(1));
    }

    private static void report(String words, Object... figures) {
        System.out.println("nemesis: registry: " + words.formatted(figures));
    }
}
