package dev.primus.runtime.feed;

import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A reader with a lane of its own and a bounded queue before it. */
final class LaneReader implements FeedReader {
    private static final Logger LOG = LoggerFactory.getLogger(LaneReader.class);
    private static final int MOST_WAITING = 10_000;

    private final Consumer<FeedRecord> reader;
    private final Executor lane;
    private final boolean wantsRoutine;
    private final Consumer<LaneReader> onClose;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    LaneReader(Consumer<FeedRecord> reader, Executor lane, boolean wantsRoutine, Consumer<LaneReader> onClose) {
        this.reader = reader;
        this.lane = lane;
        this.wantsRoutine = wantsRoutine;
        this.onClose = onClose;
    }

    boolean wantsRoutine() {
        return wantsRoutine;
    }

    void offer(FeedRecord record) {
        if (waiting.get() >= MOST_WAITING) {
            dropped.incrementAndGet();
            return;
        }
        waiting.incrementAndGet();
        try {
            lane.execute(() -> read(record));
        } catch (RuntimeException | Error noThread) {
            waiting.decrementAndGet();
            dropped.incrementAndGet();
        }
    }

    private void read(FeedRecord record) {
        waiting.decrementAndGet();
        try {
            reader.accept(record);
        } catch (Throwable e) {
            LOG.warn("a reader of the feed failed on {}", record, e);
        }
    }

    @Override
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        onClose.accept(this);
    }
}
