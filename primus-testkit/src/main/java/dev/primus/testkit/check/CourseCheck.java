package dev.primus.testkit.check;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order on loss as the feed alone tells it: nothing held any more, then duties ended, then given back. Nothing
 * begins after the first of these, no duty runs twice at a time, and no failure is kept secret. A term that was won
 * without the winner's ever knowing it has no such course: it is only told to be over.
 */
final class CourseCheck {
    /** What one process's feed has told so far. */
    private static final class Told {
        private final Map<ElectionName, Long> revoked = new HashMap<>();
        private final Map<String, Long> running = new HashMap<>();
        private long threw;
        private long failed;
    }

    private final Findings findings;
    private final Map<Claimant, Told> tellers = new HashMap<>();

    CourseCheck(Findings findings) {
        this.findings = findings;
    }

    void told(Claimant by, FeedRecord record) {
        Term term = record.term();
        ElectionName election = record.election();
        boolean ownWord = !record.details().containsKey("said_by");
        if (term != null && election != null && ownWord && term.leader().equals(record.node())) {
            told(by, record, election, term.token().value());
        }
    }

    private void told(Claimant by, FeedRecord record, ElectionName election, long token) {
        Told so = tellers.computeIfAbsent(by, claimant -> new Told());
        String duty = election + " " + record.details().get("duty");
        Long revoked = so.revoked.get(election);
        boolean over = revoked != null && revoked >= token;
        switch (record.kind()) {
            case REVOKED -> so.revoked.put(election, token);
            case DUTY_STARTED -> {
                @Nullable Long former = so.running.put(duty, token);
                if (over || former != null) {
                    findings.violated("D1", "%s tells %s after %s", by, record, over ? "revoked" : "another start");
                }
            }
            case DUTY_RESTARTING, DUTY_GAVE_UP -> {
                if (over && record.kind() == FeedKind.DUTY_RESTARTING) {
                    findings.violated("D1", "%s tells %s after revoked", by, record);
                }
            }
            case DUTY_ENDED -> so.running.remove(duty);
            case DUTY_FAILED -> so.failed++;
            case LOST_LEADERSHIP -> givenBack(by, record, so, election, token, over);
            default -> {}
        }
    }

    private void givenBack(
            Claimant by, FeedRecord record, Told so, ElectionName election, long token, boolean revoked) {
        if (!revoked) {
            findings.violated("C7", "%s tells %s before revoked", by, record);
        }
        boolean running = so.running.entrySet().stream()
                .anyMatch(entry -> entry.getKey().startsWith(election + " ") && entry.getValue() == token);
        if (running && "true".equals(record.details().get("confirmed"))) {
            findings.violated("C7", "%s tells %s while duties run: %s", by, record, so.running.keySet());
        }
    }

    void dutyThrew(Claimant by) {
        tellers.computeIfAbsent(by, claimant -> new Told()).threw++;
    }

    void mustHaveToldFailures(Claimant by) {
        Told so = tellers.get(by);
        if (so != null && so.threw != so.failed) {
            findings.violated("G12", "%s tells of %d failed duties, %d failed", by, so.failed, so.threw);
        }
    }

    void left(Claimant by) {
        tellers.remove(by);
    }
}
