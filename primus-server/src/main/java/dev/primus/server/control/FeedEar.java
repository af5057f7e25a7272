package dev.primus.server.control;

import dev.primus.core.ElectionName;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Listens to what happens in one election, from now on. */
final class FeedEar implements AutoCloseable {
    private final BlockingQueue<FeedRecord> heard = new LinkedBlockingQueue<>();
    private final FeedReader reader;

    FeedEar(Feed feed, ElectionName election) {
        reader = feed.subscribe("control", record -> {
            if (election.equals(record.election())) {
                heard.add(record);
            }
        });
    }

    /** The next record of that sort; those before it are forgotten. Empty if none came within {@code most}. */
    Optional<FeedRecord> await(Predicate<FeedRecord> sort, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (true) {
            FeedRecord next = heard.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            if (next == null || sort.test(next)) {
                return Optional.ofNullable(next);
            }
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
