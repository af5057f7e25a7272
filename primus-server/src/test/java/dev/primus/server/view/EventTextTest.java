package dev.primus.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EventTextTest {
    private static final Term TERM = Term.of(NodeId.of("core-1", "7f3a9c04"), 3);

    private static String text(FeedKind kind, Term term, LossReason reason, Map<String, String> details) {
        return EventText.line(
                new FeedRecord(
                        1,
                        Instant.parse("2026-11-16T01:02:03.456Z"),
                        TERM.leader(),
                        new ElectionName("e"),
                        kind,
                        term,
                        reason,
                        details),
                ZoneOffset.UTC);
    }

    @Test
    void tellsWhatHappenedAndWhy() {
        assertThat(text(FeedKind.JOINED, null, null, Map.of()))
                .isEqualTo("01:02:03.456   e: taking part as core-1#7f3a9c04");
        assertThat(text(FeedKind.BECAME_LEADER, TERM, null, Map.of())).isEqualTo("01:02:03.456   e: LEADING, term 3");
        assertThat(text(FeedKind.REVOKED, TERM, LossReason.EXPIRED, Map.of()))
                .isEqualTo("01:02:03.456   e: no longer leading, term 3: EXPIRED, the lease was not renewed in time");
        assertThat(text(FeedKind.LOST_LEADERSHIP, TERM, LossReason.SHUTDOWN, Map.of("confirmed", "false")))
                .isEqualTo("01:02:03.456   e: given up, term 3, but the store has not confirmed it: the lease runs out"
                        + " by itself");
        assertThat(text(FeedKind.LEADER_CHANGED, null, null, Map.of())).isEqualTo("01:02:03.456   e: nobody leads");
    }

    @Test
    void tellsOfAnElectionWhoHasWonAndByHowMany() {
        Map<String, String> details =
                Map.of("trigger", "manual_trigger", "millis", "95", "candidates", "2", "voted", "3", "voters", "5");
        assertThat(text(FeedKind.ELECTION_COMPLETE, TERM, null, details))
                .isEqualTo(
                        "01:02:03.456   e: core-1#7f3a9c04 has won term 3 after 95 ms, of 2 candidates, by 3 of 5 voters"
                                + " (manual_trigger)");
        assertThat(text(FeedKind.ELECTION_COMPLETE, null, null, details)).contains("e: nobody has won after 95 ms");
    }

    @ParameterizedTest
    @EnumSource(FeedKind.class)
    void everyKindHasWordsAndAlarmsAreMarked(FeedKind kind) {
        String line = text(kind, TERM, LossReason.TAKEN, Map.of());
        assertThat(line).doesNotContain("null").doesNotContain(kind.name());
        assertThat(line.contains(" ! ")).isEqualTo(kind.isAlarming());
    }

    @ParameterizedTest
    @EnumSource(LossReason.class)
    void everyReasonIsNamedAndExplained(LossReason reason) {
        assertThat(text(FeedKind.REVOKED, TERM, reason, Map.of())).contains(": " + reason + ", ");
    }
}
