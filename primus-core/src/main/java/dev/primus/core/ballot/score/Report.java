package dev.primus.core.ballot.score;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An election as one member has seen it, so that anybody can ask afterwards why it ended as it did.
 *
 * @param at this member's wall clock when it was over
 * @param took from when this member first heard of it
 * @param winner null if nobody has won, as far as it knows
 * @param candidates best first
 * @param votes who voted for whom, as far as it has heard
 * @param vetoes who would not have followed this member's own candidate, and why
 */
public record Report(
        ElectionName election,
        Trigger trigger,
        Instant at,
        Duration took,
        @Nullable Term winner,
        List<Entry> candidates,
        Map<NodeName, Term> votes,
        Map<NodeName, String> vetoes) {

    public Report {
        candidates = List.copyOf(candidates);
        votes = new TreeMap<>(votes);
        vetoes = new TreeMap<>(vetoes);
    }

    /**
     * One who stood.
     *
     * @param viable whether enough would have followed it, so that it could be voted for
     * @param facts as this member judged by them
     */
    public record Entry(NodeId node, boolean viable, Facts facts, Score score) {}
}
