package dev.primus.server.control;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.primus.DutyStatus;
import dev.primus.Part;
import dev.primus.server.view.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node answers. Times are ISO-8601 in UTC, lengths of time in milliseconds, terms (the fencing tokens) are text. A
 * later version may have words for a part, a rule or an error that this one does not know: they are read as null.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Answer.Node.class, name = "status"),
    @JsonSubTypes.Type(value = Answer.Members.class, name = "members"),
    @JsonSubTypes.Type(value = Answer.Paused.class, name = "paused"),
    @JsonSubTypes.Type(value = Answer.History.class, name = "history"),
    @JsonSubTypes.Type(value = Answer.Polls.class, name = "polls"),
    @JsonSubTypes.Type(value = Answer.ClusterHealth.class, name = "health"),
    @JsonSubTypes.Type(value = Answer.Verdict.class, name = "verdict"),
    @JsonSubTypes.Type(value = Answer.Refusal.class, name = "refusal"),
    @JsonSubTypes.Type(value = Answer.Act.class, name = "act"),
    @JsonSubTypes.Type(value = Answer.Mistake.class, name = "mistake"),
})
public sealed interface Answer {

    /**
     * A node and its elections.
     *
     * @param health UP, or DOWN if its own loop is stuck
     * @param why what is wrong, or what else there is to know; may be empty
     */
    record Node(
            String node,
            String cluster,
            long pid,
            String health,
            String why,
            String time,
            long leaseMs,
            List<Seat> elections)
            implements Answer {}

    /**
     * Where a node stands in one election.
     *
     * @param leader who leads as far as this node knows
     * @param leaseLeftMs until when this node must stop if no renewal succeeds; null if it does not lead
     */
    record Seat(
            String election,
            @Nullable Part part,
            @Nullable String leader,
            @Nullable String term,
            @Nullable String since,
            @Nullable Long leaseLeftMs,
            List<DutyStatus> duties) {}

    /** Who takes part. */
    record Members(String node, String cluster, String time, List<Member> members) implements Answer {}

    /** Which of a node's elections are paused. */
    record Paused(String node, List<Pause> paused) implements Answer {}

    /** Who paused an election, why, and since when by the store's clock. */
    record Pause(String election, String by, String why, String since) {}

    /**
     * Who led an election, newest first.
     *
     * @param running the term that runs; null if none does
     */
    record History(String node, String election, @Nullable String running, List<Term> terms) implements Answer {}

    /** A term: whose it was, from when until when, and why it ended; no end if it runs, or nobody has seen it end. */
    record Term(
            String term,
            String leader,
            String from,
            @Nullable String to,
            @Nullable String reason) {}
    /** The runs of a cluster's polls, by schedule and due time. */
    record Polls(String node, String cluster, String time, List<Poll> polls) implements Answer {}

    /**
     * One due time of one schedule.
     *
     * @param state pending, running, done, failed or missed
     * @param node who does the check; null if nobody was asked to
     * @param outcome what the check found, or why there was none; may be empty
     */
    record Poll(
            String schedule,
            String due,
            String state,
            @Nullable String node,
            @Nullable String term,
            @Nullable String started,
            @Nullable String ended,
            String outcome) {}

    /**
     * How a cluster does.
     *
     * @param health healthy or degraded
     * @param reasons why it is degraded
     */
    record ClusterHealth(
            String node, String cluster, String health, List<String> reasons, String checked, List<Standing> nodes)
            implements Answer {}

    /** Whether a node of the cluster is up, and since when as far as is known. */
    record Standing(String node, boolean up, String since) {}

    /** Whether what was asked about holds, and where the node stands. */
    record Verdict(String node, boolean holds, Seat seat) implements Answer {}

    /** A question that has neither yes nor no for an answer here. */
    record Refusal(String node, @Nullable Rule rule, String message) implements Answer {}

    /**
     * How an act went.
     *
     * @param rule what forbids it; null unless refused
     * @param mostMs how long it may take
     * @param after null unless it was tried
     */
    record Act(
            String id,
            String act,
            Outcome outcome,
            @Nullable Rule rule,
            String message,
            String node,
            Seat before,
            long stopLimitMs,
            long mostMs,
            @Nullable After after)
            implements Answer {

        /** An outcome that this version has no word for is none that it can vouch for. */
        public Act(
                String id,
                String act,
                @Nullable Outcome outcome,
                @Nullable Rule rule,
                String message,
                String node,
                Seat before,
                long stopLimitMs,
                long mostMs,
                @Nullable After after) {
            this.id = id;
            this.act = act;
            this.outcome = outcome == null ? Outcome.UNKNOWN : outcome;
            this.rule = rule;
            this.message = message;
            this.node = node;
            this.before = before;
            this.stopLimitMs = stopLimitMs;
            this.mostMs = mostMs;
            this.after = after;
        }
    }

    /**
     * What came of it.
     *
     * @param leader null if nobody was seen to lead
     * @param leaderlessMs how long nobody led, by this node's feed; null if nobody was seen to lead
     */
    record After(
            @Nullable String leader,
            @Nullable String term,
            @Nullable Long leaderlessMs) {}

    /**
     * The request was not understood, or could not be answered.
     *
     * @param error null if it is of a kind that this version does not know
     */
    record Mistake(@Nullable Kind error, String message) implements Answer {

        /** Whether it was found before anything was tried; else an act may have come about, in whole or in part. */
        public boolean beforeAnythingWasDone() {
            return error != null && error != Kind.INTERNAL;
        }

        /** What can be wrong with a request. */
        public enum Kind {
            BAD_JSON,
            BAD_VERSION,
            UNKNOWN_ACT,
            UNKNOWN_FIELD,
            BAD_VALUE,
            TOO_LONG,
            BUSY,
            NOT_ALLOWED,
            NO_STORE,
            NOT_SET,
            INTERNAL
        }
    }
}
