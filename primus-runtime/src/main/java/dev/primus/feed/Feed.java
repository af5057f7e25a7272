package dev.primus.feed;

import java.util.List;
import java.util.function.Consumer;

/**
 * The ordered record of what happened on a node. Readers may come and go; a slow one loses records, which are counted,
 * and never slows the node. Safe for use from any thread.
 */
public interface Feed {

    /** The latest records, oldest first, without those that are routine. */
    List<FeedRecord> recent();

    /**
     * Passes every further record that is not routine to {@code reader}, one at a time and in order, on a thread that
     * nothing else waits for.
     */
    FeedReader subscribe(String name, Consumer<FeedRecord> reader);

    /** The same, with what is routine; see {@link FeedKind#isRoutine()}. */
    FeedReader subscribeToAll(String name, Consumer<FeedRecord> reader);
}
