package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Sighting;
import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Arena.Tally;
import dev.primus.nemesis.ContenderSettings.Work;
import dev.primus.nemesis.Journal.Feed;
import dev.primus.nemesis.Journal.Held;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every database must stand. Each scenario is played by processes of its own, and after each one the judge reads all
 * journals: whatever else was tested, there never were two leaders.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class NemesisScenarios {
    static final Duration SHORT = Duration.ofSeconds(2);
    static final Duration MEDIUM = Duration.ofSeconds(3);
    static final Duration LONG = Duration.ofSeconds(10);

    private Path folder;
    private Database database;
    private Arena arena;

    abstract Database open(Path home) throws Exception;

    @BeforeAll
    void openDatabase(@TempDir Path home) throws Exception {
        folder = home;
        database = open(home);
    }

    @AfterAll
    void closeDatabase() throws Exception {
        if (database != null) {
            database.close();
        }
    }

    @AfterEach
    void judge() throws Exception {
        if (arena != null) {
            Arena played = arena;
            arena = null;
            played.close();
            played.checkHistory();
        }
    }

    final Database database() {
        return database;
    }

    final Arena arena(String election, Duration lease) throws SQLException {
        return arena(lease, Map.of(election, Work.FENCED));
    }

    private Arena arena(Duration lease, Map<String, Work> elections) throws SQLException {
        arena = new Arena(database, folder, lease, elections);
        return arena;
    }

    final void report(String words, Object... figures) {
        System.out.println("nemesis: " + database.name() + ": " + words.formatted(figures));
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }

    static long nanos(Duration span) {
        return span.toNanos();
    }

    @Test
    @Tag("L5")
    @Tag("L6")
    @Tag("L8")
    @DisplayName(
            "Live1, C4: after kill -9 of the leader one successor within the lease and a bound, with a higher token")
    void kill9() throws Exception {
        Arena arena = arena("kill-9", SHORT);
        arena.start("a", "b", "c");
        Led former = arena.awaitLeader();
        former.by().kill9();
        long killedAt = System.nanoTime();
        long left = remaining(former);
        long lapsesFrom = killedAt + left;
        long lapsesBy = System.nanoTime() + left;

        Led next = arena.awaitLeader(killedAt, arena.lease().plus(Arena.SLACK), any -> true);

        assertThat(next.token()).isGreaterThan(former.token());
        assertThat(next.sample().after())
                .as("nobody leads before the lease has run out")
                .isGreaterThan(lapsesFrom);
        report(
                "kill -9: takeover %.0f ms after the kill, %.0f to %.0f ms after the lease ran out; token %d -> %d",
                millis(next.sample().after() - killedAt),
                Math.max(0, millis(next.sample().after() - lapsesBy)),
                millis(next.sample().after() - lapsesFrom),
                former.token(),
                next.token());
    }

    /** What is left of a dead leader's lease; nothing if the machine is so busy that it has a successor already. */
    private long remaining(Led former) {
        Sighting row = database.row(former.sample().election());
        return row.epoch() == former.token() ? nanos(row.remaining()) : 0;
    }

    @Test
    @Tag("L5")
    @DisplayName("C9: a node that is restarted within its lease waits as a challenger to its own former life")
    void restartWithinLease() throws Exception {
        Arena arena = arena("restart", MEDIUM);
        arena.start("a");
        Led former = arena.awaitLeader();
        former.by().kill9();
        long killedAt = System.nanoTime();
        long lapsesFrom = killedAt + remaining(former);

        Child again = arena.start("a").get(0);
        Led next = arena.awaitLeader(killedAt, arena.lease().plus(Arena.SLACK), again::equals);

        assertThat(again.journal().id()).isNotEqualTo(former.by().journal().id());
        assertThat(next.token()).isGreaterThan(former.token());
        assertThat(next.sample().after()).isGreaterThan(lapsesFrom);
        report(
                "restart: took part %.0f ms after the kill, led %.0f ms after it; token %d -> %d",
                millis(again.journal().startedAt() - killedAt),
                millis(next.sample().after() - killedAt),
                former.token(),
                next.token());
    }

    @Test
    @Tag("Z9")
    @DisplayName("Live1, C7: resign, transferTo and SIGTERM hand over at once, and duties end before the release")
    void graceful() throws Exception {
        Arena arena = arena("graceful", LONG);
        arena.start("a", "b", "c", "d");
        Led first = arena.awaitLeader();
        long termAt = System.nanoTime();
        first.by().term();
        Led second = successor(arena, first, termAt);
        first.by().awaitEnd();
        assertReleasedAfterDuties(arena, first, "SHUTDOWN");

        Child heir = arena.children().stream()
                .filter(child -> child != first.by() && child != second.by())
                .findFirst()
                .orElseThrow();
        long transferredAt = System.nanoTime();
        second.by().say("transfer " + heir.node());
        Led third = successor(arena, second, transferredAt);
        assertThat(third.by()).as("the heir").isEqualTo(heir);
        assertReleasedAfterDuties(arena, second, "TRANSFERRED");

        long resignedAt = System.nanoTime();
        third.by().say("resign");
        Led fourth = successor(arena, third, resignedAt);
        assertReleasedAfterDuties(arena, third, "RELEASED");
        report(
                "graceful hand-over of a 10 s lease: SIGTERM %.0f ms, transfer %.0f ms, resign %.0f ms",
                millis(second.sample().after() - termAt),
                millis(third.sample().after() - transferredAt),
                millis(fourth.sample().after() - resignedAt));
    }

    /** Far below the lease, so that it cannot be an expiry; the figures are printed, the machine may be busy. */
    private static Led successor(Arena arena, Led former, long since) {
        Led next = arena.awaitLeader(since, Duration.ofSeconds(5), child -> child != former.by());
        assertThat(next.token()).isGreaterThan(former.token());
        return next;
    }

    private static void assertReleasedAfterDuties(Arena arena, Led led, String reason) {
        Journal journal = led.by().journal();
        arena.until(
                "the release is told",
                Arena.SLACK,
                () -> !Journals.of(journal, arena.election(), "released").isEmpty());
        List<Feed> ofTerm = journal.feed().stream()
                .filter(record -> record.token() == led.token())
                .toList();
        assertThat(ofTerm)
                .extracting(Feed::event)
                .containsSubsequence("became_leader", "duty_started", "lost_leadership", "duty_ended", "released");
        assertThat(ofTerm)
                .filteredOn(record -> record.event().equals("released"))
                .extracting(Feed::reason)
                .containsExactly(reason);
    }

    @Test
    @Tag("L4")
    @DisplayName("C4, Live2: a pause shorter than the lease changes nothing, nor does one of a standby however long; a"
            + " longer one gives one successor, and the resumed process never claims again")
    void pauses() throws Exception {
        Arena arena = arena("pauses", MEDIUM);
        arena.start("a", "b");
        Led leader = arena.awaitLeader();
        Child standby = arena.children().stream()
                .filter(child -> child != leader.by())
                .findFirst()
                .orElseThrow();

        arena.pause(standby);
        long standbyStoppedAt = System.nanoTime();
        arena.awaitRenewal();
        arena.pause(leader.by());
        Thread.sleep(arena.lease().dividedBy(3).toMillis());
        leader.by().cont();
        long continuedAt = System.nanoTime();
        arena.awaitLeader(continuedAt, Arena.SLACK, leader.by()::equals);
        arena.until(
                "the standby's pause is longer than a lease",
                arena.lease().plus(Arena.SLACK),
                () -> System.nanoTime() - standbyStoppedAt > nanos(arena.lease()) * 11 / 10);
        standby.cont();
        Led still = arena.awaitLeader();
        assertThat(still.token())
                .as("the term after a short pause and a stopped standby")
                .isEqualTo(leader.token());

        arena.pause(leader.by());
        long stoppedAt = System.nanoTime();
        Led next = arena.awaitLeader(stoppedAt, arena.lease().plus(Arena.SLACK), standby::equals);
        Thread.sleep(arena.lease().dividedBy(2).toMillis());
        long resumedAt = System.nanoTime();
        leader.by().cont();
        arena.until(
                "the resumed leader is told",
                Arena.SLACK,
                () -> Journals.of(leader.by().journal(), arena.election(), "lost_leadership")
                                .size()
                        == 1);
        arena.until(
                "the resumed leader says no",
                Arena.SLACK,
                () -> leader.by().journal().free().stream().anyMatch(free -> free.before() > resumedAt));
        arena.until(
                "it follows the new one",
                Arena.SLACK,
                () -> Journals.of(leader.by().journal(), arena.election(), "leader_changed").stream()
                        .anyMatch(record -> record.token() == next.token()));

        List<Held> stale = leader.by().heldSince(arena.election(), resumedAt);
        assertThat(stale).as("claims of the resumed leader").isEmpty();
        assertThat(arena.awaitLeader().token()).as("the successor goes on").isEqualTo(next.token());
        report(
                "SIGSTOP: %.0f ms changed nothing; one successor %.0f ms after a longer one began;"
                        + " stale claims after SIGCONT: %d",
                (double) arena.lease().dividedBy(3).toMillis(),
                millis(next.sample().after() - stoppedAt),
                stale.size());
    }

    @Test
    @Tag("L5")
    @DisplayName("C9: two processes with one name are two incarnations, both visible, and one of them leads")
    void sameName() throws Exception {
        Arena arena = arena("same-name", SHORT);
        List<Child> twins = arena.start("twin", "twin");
        Led leader = arena.awaitLeader();
        Child other = twins.get(0) == leader.by() ? twins.get(1) : twins.get(0);

        arena.until(
                "both are seen",
                Arena.SLACK,
                () -> database.candidates(arena.election()).stream()
                        .filter(CandidateRecord::alive)
                        .map(candidate -> candidate.node().toString())
                        .toList()
                        .containsAll(List.of(
                                twins.get(0).journal().id(),
                                twins.get(1).journal().id())));
        leader.by().kill9();
        Led next = arena.awaitLeader(System.nanoTime(), arena.lease().plus(Arena.SLACK), other::equals);

        assertThat(next.token()).isGreaterThan(leader.token());
        report("same name: both incarnations visible, one led; token %d -> %d", leader.token(), next.token());
    }

    @Test
    @Tag("Z2")
    @DisplayName(
            "C2: all fenced writes of a leader that was paused between check and write are rejected; without a fence"
                    + " updates are lost")
    void fencedWrites() throws Exception {
        Map<String, Work> both = new LinkedHashMap<>();
        both.put("fenced", Work.FENCED);
        both.put("unfenced", Work.UNFENCED);
        Arena arena = arena(SHORT, both);
        Child paused = arena.start("a").get(0);
        Map<String, Long> terms = new LinkedHashMap<>();
        for (String election : both.keySet()) {
            terms.put(
                    election,
                    arena.awaitClaim(election, 0, arena.lease().plus(Arena.SLACK), any -> true)
                            .token());
        }
        Child other = arena.start("b").get(0);

        paused.say("arm");
        arena.until(
                "both duties stand between check and write",
                Arena.SLACK,
                () -> paused.journal().failPoints().stream().distinct().count() == 2);
        arena.pause(paused);
        for (String election : both.keySet()) {
            arena.until(
                    "the successor writes " + election,
                    arena.lease().plus(Arena.SLACK),
                    () -> written(other, election, "wrote") >= 10);
        }
        paused.say("go");
        paused.cont();
        arena.until(
                "the resumed leader has written",
                Arena.SLACK,
                () -> written(paused, "fenced", "rejected") >= Teller.BACKLOG
                        && paused.journal().writes().stream()
                                        .filter(write -> write.election().equals("unfenced")
                                                && write.what().equals("wrote"))
                                        .mapToLong(Journal.Write::nanos)
                                        .max()
                                        .orElse(0)
                                > firstWrite(other, "unfenced"));
        other.kill9();
        paused.kill9();

        Tally fenced = arena.tally("fenced");
        Tally unfenced = arena.tally("unfenced");
        assertThat(written(paused, "fenced", "wrote", firstWrite(other, "fenced")))
                .as("fenced writes that the resumed leader got through")
                .isZero();
        assertThat(value(arena, "fenced")).isBetween(fenced.confirmed(), fenced.confirmed() + fenced.unknown());
        assertThat(value(arena, "unfenced")).as("the control run loses updates").isLessThan(unfenced.confirmed());
        report(
                "fenced writes of a resumed leader: %d of %d rejected, %d confirmed of all writers and %d in the account;"
                        + " without fence %d confirmed and %d in the account",
                fenced.rejected(),
                Teller.BACKLOG,
                fenced.confirmed(),
                value(arena, "fenced"),
                unfenced.confirmed(),
                value(arena, "unfenced"));
    }

    private static long value(Arena arena, String election) throws SQLException {
        try (Account account = arena.account(election)) {
            return account.value();
        }
    }

    private static long firstWrite(Child child, String election) {
        return child.journal().writes().stream()
                .filter(write ->
                        write.election().equals(election) && write.what().equals("wrote"))
                .mapToLong(Journal.Write::nanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private static long written(Child child, String election, String how) {
        return written(child, election, how, 0);
    }

    private static long written(Child child, String election, String how, long since) {
        return child.journal().writes().stream()
                .filter(write ->
                        write.election().equals(election) && write.what().equals(how) && write.nanos() > since)
                .count();
    }

    @Test
    @Tag("L5")
    @DisplayName("C2, C4, Live3: a short storm of kills, pauses, hand-overs and restarts")
    void shortStorm() throws Exception {
        storm("short-storm", Duration.ofSeconds(20));
    }

    @Test
    @Tag("long")
    @Tag("L5")
    @DisplayName("C2, C4, Live3: three minutes of kills, pauses, hand-overs and restarts")
    void longStorm() throws Exception {
        storm("long-storm", Duration.ofMinutes(3));
    }

    private void storm(String election, Duration length) throws Exception {
        long seed = Long.getLong("primus.nemesis.seed", System.nanoTime());
        Arena arena = arena(election, SHORT);
        if (database instanceof DatabaseServer) {
            for (String node : List.of("a", "b", "c")) {
                arena.proxyFor(node, seed);
            }
        }
        arena.start("a", "b", "c");
        Storm storm = new Storm(arena, seed);
        storm.rage(length);
        storm.calm();
        long calmAt = System.nanoTime();
        Led leader = arena.awaitLeader(calmAt, arena.lease().multipliedBy(2).plus(Arena.SLACK), any -> true);
        long healed = leader.sample().after() - calmAt;
        arena.close();

        Tally tally = arena.tally(election);
        assertThat(value(arena, election)).isBetween(tally.confirmed(), tally.confirmed() + tally.unknown());
        report(
                "storm of %d s, seed %d: %s; %d terms, %d writes confirmed, %d rejected, %d unknown; healed in %.0f ms",
                TimeUnit.NANOSECONDS.toSeconds(nanos(length)),
                seed,
                storm,
                arena.history().beliefs().size(),
                tally.confirmed(),
                tally.rejected(),
                tally.unknown(),
                millis(healed));
    }
}
