package dev.primus.feed;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One subscription to a feed. */
public final class FeedReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FeedReader.class);
    private static final int MOST_WAITING = 10_000;

    private final Consumer<FeedRecord> reader;
    private final Executor lane;
    private final Consumer<FeedReader> onClose;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    FeedReader(Consumer<FeedRecord> reader, Executor lane, Consumer<FeedReader> onClose) {
        this.reader = reader;
        this.lane = lane;
        this.onClose = onClose;
    }

    void offer(FeedRecord record) {
        if (waiting.get() >= MOST_WAITING) {
            dropped.incrementAndGet();
            return;
        }
        waiting.incrementAndGet();
        lane.execute(() -> read(record));
    }

    private void read(FeedRecord record) {
        waiting.decrementAndGet();
        try {
            reader.accept(record);
        } catch (RuntimeException e) {
            LOG.warn("a reader of the feed failed on {}", record, e);
        }
    }

    /** How many records this reader was too slow for. */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}
