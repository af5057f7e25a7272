package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.feed.NodeFeed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the feed's records. From any thread. */
final class Chronicle {
    private final NodeFeed feed;

    Chronicle(NodeFeed feed) {
        this.feed = feed;
    }

    /** Whether it is worth while to find words for what is routine. */
    boolean isRoutineWanted() {
        return feed.isRoutineWanted();
    }

    void note(FeedKind kind, Map<String, String> details) {
        note(null, kind, null, null, details);
    }

    void note(ElectionName election, FeedKind kind) {
        note(election, kind, null, null, Map.of());
    }

    void note(
            @Nullable ElectionName election,
            FeedKind kind,
            @Nullable Term term,
            @Nullable LossReason reason,
            Map<String, String> details) {
        feed.append(kind, (seq, time, node) -> new FeedRecord(seq, time, node, election, kind, term, reason, details));
    }
}
