package dev.primus.feed;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened.
 *
 * @param seq gapless per node, but that routine records bear the number of the record before them
 * @param time the node's wall clock, for display only
 * @param election null if it concerns the whole node
 * @param details further words, by name
 */
public record FeedRecord(
        long seq,
        Instant time,
        NodeId node,
        @Nullable ElectionName election,
        FeedKind kind,
        @Nullable Term term,
        @Nullable LossReason reason,
        Map<String, String> details) {

    /** The version of {@link #toJson()}; it only grows. */
    public static final int VERSION = 1;

    public FeedRecord {
        details = Map.copyOf(details);
    }

    /** One line of JSON with stable names; tokens are strings, since they can pass 2^53. */
    public String toJson() {
        JsonLine line = new JsonLine();
        line.number("v", VERSION);
        line.number("seq", seq);
        line.text("time", time.toString());
        line.text("node", node.toString());
        line.text("event", kind.name().toLowerCase(Locale.ROOT));
        if (election != null) {
            line.text("election", election.value());
        }
        if (term != null) {
            line.text("leader", term.leader().toString());
            line.text("term", term.token().toString());
        }
        if (reason != null) {
            line.text("reason", reason.name());
        }
        new TreeMap<>(details).forEach(line::text);
        return line.toString();
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder(kind.name().toLowerCase(Locale.ROOT));
        if (election != null) {
            words.append(' ').append(election);
        }
        if (term != null) {
            words.append(" term ").append(term);
        }
        if (reason != null) {
            words.append(' ').append(reason);
        }
        new TreeMap<>(details)
                .forEach((name, value) ->
                        words.append(' ').append(name).append('=').append(value));
        return words.toString();
    }
}
