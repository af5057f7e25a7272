package dev.primus.server.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a node. A further verb is a further record here, a line in the list below, and a method of
 * {@link Control}; nothing else needs to know.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "act")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Request.Status.class, name = "status"),
    @JsonSubTypes.Type(value = Request.Members.class, name = "members"),
    @JsonSubTypes.Type(value = Request.Paused.class, name = "paused"),
    @JsonSubTypes.Type(value = Request.History.class, name = "history"),
    @JsonSubTypes.Type(value = Request.Explain.class, name = "explain"),
    @JsonSubTypes.Type(value = Request.Voters.class, name = "voters"),
    @JsonSubTypes.Type(value = Request.Polls.class, name = "polls"),
    @JsonSubTypes.Type(value = Request.Health.class, name = "health"),
    @JsonSubTypes.Type(value = Request.Check.class, name = "check"),
    @JsonSubTypes.Type(value = Request.Wait.class, name = "wait"),
    @JsonSubTypes.Type(value = Request.Resign.class, name = "resign"),
    @JsonSubTypes.Type(value = Request.Transfer.class, name = "transfer"),
    @JsonSubTypes.Type(value = Request.Trigger.class, name = "trigger"),
    @JsonSubTypes.Type(value = Request.AddVoter.class, name = "add_voter"),
    @JsonSubTypes.Type(value = Request.RemoveVoter.class, name = "remove_voter"),
    @JsonSubTypes.Type(value = Request.Pause.class, name = "pause"),
    @JsonSubTypes.Type(value = Request.Resume.class, name = "resume"),
})
public sealed interface Request {

    /** Has itself answered. */
    Answer by(Control control, String caller);

    /** How the node does, and where it stands in each of its elections. */
    record Status() implements Request {
        @Override
        public Answer by(Control control, String caller) {
            return control.status();
        }
    }

    /** Who takes part in the node's elections, by the node's own way into the store. */
    record Members() implements Request {
        @Override
        public Answer by(Control control, String caller) {
            return control.members();
        }
    }

    /** Which of the node's elections are paused, by the store's word: a leader need not know. */
    record Paused() implements Request {
        @Override
        public Answer by(Control control, String caller) {
            return control.paused();
        }
    }

    /** Who led an election before, as far as the node can tell. */
    record History(ElectionName election, int most) implements Request {
        /** More than anybody reads. */
        public static final int MOST = 1000;

        public History {
            need("election", election);
            allow(most >= 1 && most <= MOST, "most", most, "1 to " + MOST);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.history(this);
        }
    }

    /**
     * How an election was decided, by the votes that the node has heard.
     *
     * @param term whose; null for the latest
     * @param dryRun whether rather to ask all candidates who would win now
     */
    record Explain(ElectionName election, @Nullable Long term, boolean dryRun) implements Request {
        public Explain {
            need("election", election);
            allow(term == null || term >= 1, "term", String.valueOf(term), "1 and above");
            allow(term == null || !dryRun, "term", String.valueOf(term), "none with a dry run");
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.explain(this);
        }
    }

    /** Who votes in an election, as the node knows it. */
    record Voters(ElectionName election) implements Request {
        public Voters {
            need("election", election);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.voters(this);
        }
    }

    /** The runs of the cluster's polls that the node knows of. */
    record Polls() implements Request {
        @Override
        public Answer by(Control control, String caller) {
            return control.polls();
        }
    }

    /** How the cluster does as the node sees it. */
    record Health() implements Request {
        @Override
        public Answer by(Control control, String caller) {
            return control.clusterHealth();
        }
    }

    /** Whether the node leads right now. */
    record Check(ElectionName election) implements Request {
        public Check {
            need("election", election);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.check(this);
        }
    }

    /** Answers when it is so, or when the time is over, which is at most {@link #LONGEST}. */
    record Wait(ElectionName election, @JsonProperty("for") Condition condition, long millis) implements Request {
        /** So that whoever has gone away does not occupy a place for long; who wants more asks again. */
        public static final Duration LONGEST = Duration.ofSeconds(10);

        public Wait {
            need("election", election);
            need("for", condition);
            allow(millis >= 0 && millis <= LONGEST.toMillis(), "millis", millis, "0 to " + LONGEST.toMillis());
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.await(this);
        }
    }

    /**
     * Gives leadership up; others have the first try.
     *
     * @param evenIfPaused whether also if nobody will follow
     */
    record Resign(ElectionName election, Intent intent, boolean evenIfPaused) implements Request {
        public Resign {
            need("election", election);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.resign(this, caller);
        }
    }

    /** Gives leadership up to a named node. */
    record Transfer(ElectionName election, NodeName to, Intent intent) implements Request {
        public Transfer {
            need("election", election);
            need("to", to);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.transfer(this, caller);
        }
    }

    /**
     * Asks for a new election.
     *
     * @param override whether also inside the windows that keep leaders from changing too often
     */
    record Trigger(ElectionName election, Intent intent, boolean override) implements Request {
        public Trigger {
            need("election", election);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.trigger(this, caller);
        }
    }

    /** A node is to vote from now on. */
    record AddVoter(ElectionName election, NodeName voter, Intent intent) implements Request {
        public AddVoter {
            need("election", election);
            need("voter", voter);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.addVoter(this, caller);
        }
    }

    /** A node is to vote no more. */
    record RemoveVoter(ElectionName election, NodeName voter, Intent intent) implements Request {
        public RemoveVoter {
            need("election", election);
            need("voter", voter);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.removeVoter(this, caller);
        }
    }

    /** Keeps the election from changing hands. */
    record Pause(ElectionName election, Intent intent) implements Request {
        public Pause {
            need("election", election);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.pause(this, caller);
        }
    }

    /** Lets a paused election go on. */
    record Resume(ElectionName election, Intent intent) implements Request {
        public Resume {
            need("election", election);
            need("intent", intent);
        }

        @Override
        public Answer by(Control control, String caller) {
            return control.resume(this, caller);
        }
    }

    private static void need(String field, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("field '%s' is missing".formatted(field));
        }
    }

    private static void allow(boolean condition, String field, Object value, String allowed) {
        if (!condition) {
            throw new IllegalArgumentException("field '%s' = %s: allowed is %s".formatted(field, value, allowed));
        }
    }
}
