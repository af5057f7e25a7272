package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.nemesis.Arena.Led;
import dev.primus.nemesis.Journal.Feed;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Leaders go of their own free will. */
abstract class HandOverScenarios extends CrashScenarios {
    @Test
    @Tag("Z9")
    @DisplayName("Live1, C7: resign, transferTo and SIGTERM hand over at once, and duties end before the release")
    void graceful() throws Exception {
        Arena arena = arena("graceful", ENDLESS);
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
                "graceful hand-over of a %d s lease: SIGTERM %.0f ms, transfer %.0f ms, resign %.0f ms",
                arena.lease().toSeconds(),
                millis(second.sample().after() - termAt),
                millis(third.sample().after() - transferredAt),
                millis(fourth.sample().after() - resignedAt));
    }

    /** Half the lease, so that it cannot be an expiry; the figures are printed, the machine may be busy. */
    private static Led successor(Arena arena, Led former, long since) {
        Led next = arena.awaitLeader(since, arena.lease().dividedBy(2), child -> child != former.by());
        assertThat(next.token()).isGreaterThan(former.token());
        return next;
    }

    private static void assertReleasedAfterDuties(Arena arena, Led led, String reason) {
        Journal journal = led.by().journal();
        arena.until(
                "the release is told",
                Arena.SLACK,
                () -> !Journals.of(journal, arena.election(), "lost_leadership").isEmpty());
        List<Feed> ofTerm = journal.feed().stream()
                .filter(record -> record.token() == led.token())
                .toList();
        assertThat(ofTerm)
                .extracting(Feed::event)
                .containsSubsequence("became_leader", "duty_started", "revoked", "duty_ended", "lost_leadership");
        assertThat(ofTerm)
                .filteredOn(record -> record.event().equals("lost_leadership"))
                .extracting(Feed::reason)
                .containsExactly(reason);
    }
}
