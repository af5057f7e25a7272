package dev.primus.runtime.effect;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.spi.Hint;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Who decides the elections of a node: a store somewhere, or the node and its peers themselves. */
public interface Arbiter extends Courier {

    /**
     * Begins. Called once, before anything is carried.
     *
     * @param mailbox has something done on the node's thread, from any thread
     * @param hints hears when an election may have become free, from any thread
     * @param orders hears when an election is to be given back, and why, from any thread
     */
    void begin(Consumer<Runnable> mailbox, Consumer<Hint> hints, BiConsumer<ElectionName, LossReason> orders);

    /** What is said in the feed of who that is; nothing for a store. */
    default Map<String, String> signature() {
        return Map.of();
    }

    /** Why a term ends that it has not confirmed in time. */
    default LossReason whenSilent() {
        return LossReason.EXPIRED;
    }

    /** What there is to say to people when it does not answer. */
    default String silence() {
        return "the store does not answer";
    }

    /** How often a leader tells that it has looked whether it leads; standbys tell of each look. */
    default Duration checkEvery() {
        return Duration.ofSeconds(5);
    }

    /** Does what is due, on the node's thread, and says when it next has to be called. */
    default MonoTime turn(MonoTime now) {
        return MonoTime.NEVER;
    }

    /**
     * This node has left all its elections and is about to close; on the node's thread. Completes when whoever decides can do
     * without it, after a bounded time at the latest.
     */
    default CompletableFuture<Void> leave() {
        return CompletableFuture.completedFuture(null);
    }

    /** What keeps this node from leading an election just now, in words for people; empty if nothing does. */
    default String obstacle(ElectionName election, MonoTime now) {
        return "";
    }
}
