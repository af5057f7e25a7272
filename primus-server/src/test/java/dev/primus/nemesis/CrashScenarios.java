package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Sighting;
import dev.primus.nemesis.Arena.Led;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes die, and come back under their names. */
abstract class CrashScenarios extends Scenarios {
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
        Sighting row = database().row(former.sample().election());
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
                () -> database().candidates(arena.election()).stream()
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
}
