package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Report;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.feed.NodeFeed;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the feed is told of votes. From any thread. */
public final class BallotNotes {
    private final NodeFeed feed;
    private final int counted;

    /** @param counted how many could vote, running or not, if they are not named */
    public BallotNotes(NodeFeed feed, int counted) {
        this.feed = feed;
        this.counted = counted;
    }

    /**
     * An election is over, with or without a winner.
     *
     * @param named who could vote; null if they are counted
     */
    void complete(Report report, @Nullable Suffrage named) {
        int voters = named == null ? counted : named.newest().members().size();
        Map<String, String> details = new HashMap<>();
        details.put("trigger", report.trigger().word());
        details.put("millis", Long.toString(report.took().toMillis()));
        details.put("voters", Integer.toString(voters));
        details.put("voted", Integer.toString(report.votes().size()));
        details.put("candidates", Integer.toString(report.candidates().size()));
        Term winner = report.winner();
        report.candidates().stream()
                .filter(each -> winner != null && each.node().equals(winner.leader()))
                .forEach(each -> details.put("score", each.score().total().toString()));
        note(report.election(), FeedKind.ELECTION_COMPLETE, winner, details);
    }

    /** Somebody else leads too, or by other rules. */
    void splitBrain(ElectionName election, Term other, String why) {
        note(election, FeedKind.SPLIT_BRAIN_DETECTED, other, Map.of("why", why));
    }

    /** Somebody who listens has thrown. */
    void listenerFailed(Report report, Throwable cause) {
        Term winner = report.winner();
        String change = "%s: the election is complete, %s"
                .formatted(report.election(), winner == null ? "nobody has won" : winner + " has won");
        note(
                report.election(),
                FeedKind.LISTENER_FAILED,
                null,
                Map.of("change", change, "cause", String.valueOf(cause)));
    }

    private void note(ElectionName election, FeedKind kind, @Nullable Term term, Map<String, String> details) {
        feed.append(kind, (seq, time, node) -> new FeedRecord(seq, time, node, election, kind, term, null, details));
    }
}
