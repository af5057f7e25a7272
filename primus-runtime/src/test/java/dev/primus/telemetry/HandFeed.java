package dev.primus.telemetry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.feed.NodeFeed;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A feed that is written by hand and read at once. */
final class HandFeed {
    static final NodeId NODE = NodeId.of("core-1", "7f3a9c04");
    static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    final NodeFeed feed = new NodeFeed(NODE, () -> NOON, name -> Runnable::run);

    void tell(FeedKind kind, Map<String, String> details) {
        tell(null, kind, null, null, details);
    }

    void tell(String election, FeedKind kind) {
        tell(election, kind, null, null, Map.of());
    }

    void tell(
            @Nullable String election,
            FeedKind kind,
            @Nullable Term term,
            @Nullable LossReason reason,
            Map<String, String> details) {
        ElectionName name = election == null ? null : new ElectionName(election);
        feed.append(kind, (seq, time, node) -> new FeedRecord(seq, time, node, name, kind, term, reason, details));
    }
}
