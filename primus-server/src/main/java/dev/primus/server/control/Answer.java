package dev.primus.server.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.primus.DutyStatus;
import dev.primus.Part;
import dev.primus.server.view.Member;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
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
    @JsonSubTypes.Type(value = Answer.Explained.class, name = "explained"),
    @JsonSubTypes.Type(value = Answer.Voters.class, name = "voters"),
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
     * @param heartbeats its own, where nodes vote; null where they do not, or if the node was too slow to say
     */
    record Node(
            String node,
            String cluster,
            long pid,
            String health,
            String why,
            String time,
            long leaseMs,
            List<Seat> elections,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<Heartbeat> heartbeats)
            implements Answer {}

    /**
     * How a node's own heartbeats for an election stand.
     *
     * @param running whether it sends any, which it does while it leads
     * @param lastSent null if it never did
     * @param nextHeartbeat null if none is due
     */
    record Heartbeat(
            String election,
            boolean running,
            boolean isAdmin,
            @Nullable String lastSent,
            long intervalMs,
            @Nullable String nextHeartbeat) {}

    /**
     * Where a node stands in one election.
     *
     * @param leader who leads as far as this node knows
     * @param unknownSince when the store last answered, if this node does not know the leader; else null
     * @param leaseLeftMs until when this node must stop if no renewal succeeds; null if it does not lead
     */
    record Seat(
            String election,
            @Nullable Part part,
            @Nullable String leader,
            @Nullable String term,
            @Nullable String since,
            @Nullable String unknownSince,
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

    /**
     * How an election was decided, or would be.
     *
     * @param trigger why there was one
     * @param term the winner's; null if nobody has won, or would
     * @param candidates best first
     * @param votes who voted for whom
     * @param vetoes who would not have followed this node, and why
     * @param warning what is wrong with the configuration of the nodes at the moment; null if nothing is
     */
    record Explained(
            String node,
            String election,
            boolean dryRun,
            String trigger,
            String at,
            long tookMs,
            @Nullable String winner,
            @Nullable String term,
            List<Candidate> candidates,
            Map<String, String> votes,
            Map<String, String> vetoes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String warning)
            implements Answer {

        Explained withWarning(@Nullable String other) {
            return new Explained(
                    node, election, dryRun, trigger, at, tookMs, winner, term, candidates, votes, vetoes, other);
        }
    }

    /**
     * One who stood, and how it was judged. Shares and scores are from 0 to 1.
     *
     * @param viable whether enough would have followed it
     * @param stated what it was judged by
     */
    record Candidate(String node, boolean viable, Scores scores, Stated stated) {}

    /** A score and the parts it was made of, each before it was weighed. */
    record Scores(
            BigDecimal total,
            BigDecimal uptime,
            BigDecimal capability,
            BigDecimal resources,
            BigDecimal network,
            BigDecimal experience,
            BigDecimal reputation) {}

    /** What is known of a candidate. */
    record Stated(
            long uptimeMs,
            List<String> capabilities,
            BigDecimal freeCpu,
            BigDecimal freeMemory,
            BigDecimal freeDisk,
            BigDecimal networkQuality,
            long experienceMs,
            int failedTerms) {}

    /**
     * Who votes in an election, as a node knows it.
     *
     * @param version which of the changes it counts by, as nodes compare it
     * @param needed how many of them make a majority
     * @param voters by name
     * @param change what is under way; null if nothing is
     */
    record Voters(
            String node,
            String election,
            String version,
            int needed,
            List<Voter> voters,
            @Nullable VoterChange change) implements Answer {}

    /** One who votes, and whether the node that tells can reach it. */
    record Voter(String node, boolean withinReach) {}

    /**
     * A change that is not known to be valid yet: until it is, majorities of both are needed.
     *
     * @param joins who will vote
     * @param leaves who will vote no more
     * @param needed how many of those who will vote make a majority
     */
    record VoterChange(List<String> joins, List<String> leaves, int needed) {}

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
