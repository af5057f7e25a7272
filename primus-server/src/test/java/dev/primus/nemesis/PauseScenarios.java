package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Journal.Held;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Processes stand still and wake up. */
abstract class PauseScenarios extends HandOverScenarios {
    @Test
    @Tag("L4")
    @DisplayName("C4, Live2: a pause shorter than the lease changes nothing, nor does one of a standby however long; a"
            + " longer one gives one successor, and the resumed process never claims again")
    void pauses() throws Exception {
        // A third of it must leave a busy machine time enough to renew what the pause has left.
        Arena arena = arena("pauses", LONG);
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
                () -> Journals.of(leader.by().journal(), arena.election(), "revoked")
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
}
