package dev.primus.runtime.feed;

import dev.primus.core.NodeId;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The feed of one node, as its own code sees it. */
public final class NodeFeed implements Feed {
    private static final int REMEMBERED = 1000;

    /** What a record says besides when, where and in which order. */
    public interface Words {
        FeedRecord asRecord(long seq, Instant time, NodeId node);
    }

    private final NodeId node;
    private final Supplier<Instant> wall;
    private final Function<String, Executor> lanes;
    private final Deque<FeedRecord> recent = new ArrayDeque<>();
    private final List<LaneReader> readers = new CopyOnWriteArrayList<>();
    private volatile boolean anybodyWantsRoutine;
    private long lastSeq;

    public NodeFeed(NodeId node, Supplier<Instant> wall, Function<String, Executor> lanes) {
        this.node = node;
        this.wall = wall;
        this.lanes = lanes;
    }

    /** Whether any reader has asked for what is routine. From any thread. */
    public boolean isRoutineWanted() {
        return anybodyWantsRoutine;
    }

    /** Appends what happened and passes it on. What is routine costs nothing as long as nobody wants it. */
    public void append(FeedKind kind, Words words) {
        if (!kind.isRoutine()) {
            appendAndRemember(words);
        } else if (anybodyWantsRoutine) {
            passRoutine(words);
        }
    }

    private synchronized void appendAndRemember(Words words) {
        FeedRecord next = words.asRecord(++lastSeq, wall.get(), node);
        if (recent.size() == REMEMBERED) {
            recent.removeFirst();
        }
        recent.addLast(next);
        readers.forEach(reader -> reader.offer(next));
    }

    /** Bears the number of the record before it, so that those who are not told miss none. */
    private synchronized void passRoutine(Words words) {
        FeedRecord next = words.asRecord(lastSeq, wall.get(), node);
        for (LaneReader reader : readers) {
            if (reader.wantsRoutine()) {
                reader.offer(next);
            }
        }
    }

    @Override
    public synchronized List<FeedRecord> recent() {
        return new ArrayList<>(recent);
    }

    @Override
    public FeedReader subscribe(String name, Consumer<FeedRecord> reader) {
        return add(name, reader, false);
    }

    @Override
    public FeedReader subscribeToAll(String name, Consumer<FeedRecord> reader) {
        return add(name, reader, true);
    }

    private synchronized FeedReader add(String name, Consumer<FeedRecord> reader, boolean wantsRoutine) {
        LaneReader added = new LaneReader(reader, lanes.apply("feed-" + name), wantsRoutine, this::remove);
        readers.add(added);
        anybodyWantsRoutine |= wantsRoutine;
        return added;
    }

    private synchronized void remove(LaneReader reader) {
        readers.remove(reader);
        anybodyWantsRoutine = readers.stream().anyMatch(LaneReader::wantsRoutine);
    }
}
