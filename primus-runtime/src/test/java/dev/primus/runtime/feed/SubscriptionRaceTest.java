package dev.primus.runtime.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;

/** Readers that come while several threads tell of things. */
class SubscriptionRaceTest {
    private static final int RECORDS = 4_000;
    private static final int WRITERS = 2;
    private static final int READERS = 100;

    private final NodeFeed feed = new NodeFeed(NodeId.of("n", "0001"), () -> Instant.EPOCH, name -> Runnable::run);

    @RepeatedTest(3)
    @DisplayName("whoever subscribes is told every further record, once and in order")
    void noneTwiceNoneMissing() throws Exception {
        CountDownLatch begun = new CountDownLatch(WRITERS);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Thread(() -> write(begun)));
        }
        writers.forEach(Thread::start);
        begun.await();
        List<List<Long>> seen = new ArrayList<>();
        List<Long> knownAtReturn = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            List<Long> told = new ArrayList<>();
            feed.subscribe("r" + i, record -> told.add(record.seq()));
            List<FeedRecord> recent = feed.recent();
            knownAtReturn.add(recent.get(recent.size() - 1).seq());
            seen.add(told);
        }
        for (Thread writer : writers) {
            writer.join();
        }
        append();
        long last = (long) RECORDS * WRITERS + 1;
        for (int i = 0; i < READERS; i++) {
            List<Long> told = seen.get(i);
            assertThat(told.get(0))
                    .as("nothing is lost after it has returned")
                    .isLessThanOrEqualTo(knownAtReturn.get(i) + 1);
            assertThat(told)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(told.get(0), last).boxed().toList());
        }
    }

    private void write(CountDownLatch begun) {
        append();
        begun.countDown();
        for (int i = 1; i < RECORDS; i++) {
            append();
        }
    }

    private void append() {
        feed.append(
                FeedKind.PAUSED,
                (seq, time, node) -> new FeedRecord(seq, time, node, null, FeedKind.PAUSED, null, null, Map.of()));
    }
}
