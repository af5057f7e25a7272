package dev.primus.feed;

import dev.primus.core.NodeId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * The ordered record of what happened on a node. Readers may come and go; a slow one loses records, which are counted,
 * and never slows the node. Safe for use from any thread.
 */
public final class Feed {
    private static final int REMEMBERED = 1000;

    private final NodeId node;
    private final Supplier<Instant> wall;
    private final Function<String, Executor> lanes;
    private final Deque<FeedRecord> recent = new ArrayDeque<>();
    private final List<FeedReader> readers = new CopyOnWriteArrayList<>();
    private long lastSeq;

    public Feed(NodeId node, Supplier<Instant> wall, Function<String, Executor> lanes) {
        this.node = node;
        this.wall = wall;
        this.lanes = lanes;
    }

    /** Appends what {@code record} makes of the next number, and passes it on. */
    public synchronized void append(LongFunction<FeedRecord> record) {
        FeedRecord next = record.apply(++lastSeq);
        if (recent.size() == REMEMBERED) {
            recent.removeFirst();
        }
        recent.addLast(next);
        readers.forEach(reader -> reader.offer(next));
    }

    public NodeId node() {
        return node;
    }

    public Instant now() {
        return wall.get();
    }

    /** The latest records, oldest first. */
    public synchronized List<FeedRecord> recent() {
        return new ArrayList<>(recent);
    }

    /** Passes every further record to {@code reader}, one at a time and in order, on a thread of its own. */
    public FeedReader subscribe(String name, Consumer<FeedRecord> reader) {
        FeedReader subscribed = new FeedReader(reader, lanes.apply("feed-" + name), readers::remove);
        readers.add(subscribed);
        return subscribed;
    }
}
