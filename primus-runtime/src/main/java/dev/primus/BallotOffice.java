package dev.primus;

import dev.primus.core.ElectionPhase;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.ballot.score.Report;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What a node that votes knows of its elections beyond who leads, and what it can be asked for. From any thread. */
public interface BallotOffice {

    /** How far this node is with an election. */
    CompletableFuture<ElectionPhase> phase(String election);

    /** The latest elections as this node has seen them, newest first; gone when its process is. */
    List<Report> reports(String election);

    /** Who would win now, by the facts that all candidates within reach state of themselves: nobody votes, nothing changes. */
    CompletableFuture<Report> dryRun(String election);

    /**
     * Asks for a new election.
     *
     * @param override whether the windows that keep leaders from changing too often are no reason to refuse
     * @return why there is none, with the time left if that is why; empty if there will be one
     */
    CompletableFuture<String> trigger(String election, boolean override);

    /** Who votes, and who will if a change is under way; empty if voters are counted and not named. */
    CompletableFuture<Optional<Suffrage>> voters(String election);

    /** Which nodes this one can reach, itself included, whether they vote or not. */
    CompletableFuture<Set<NodeName>> withinReach();

    /**
     * A node is to vote from now on. Voters change one at a time, with majorities of those who voted and of those who will.
     *
     * @return done once it does, whatever becomes of the leader; or why it does not
     */
    CompletableFuture<Ruling> admit(String election, String node);

    /**
     * A node is to vote no more: one that is gone for good, or another in its place.
     *
     * @return done once it does not; or why it still does
     */
    CompletableFuture<Ruling> dismiss(String election, String node);

    /** How this node's own heartbeats stand. */
    CompletableFuture<HeartbeatStatus> heartbeat(String election);

    /**
     * Hears of every election that ends, with or without a winner, one after another on a thread that nothing else waits
     * for. What it throws is logged, on record in the feed ({@code listener_failed}) and counted, and disturbs nobody. Who
     * leads is told by {@link ElectionBuilder#onChange}, as {@link Change.LeaderChanged}.
     */
    void onElectionComplete(Consumer<Report> listener);
}
