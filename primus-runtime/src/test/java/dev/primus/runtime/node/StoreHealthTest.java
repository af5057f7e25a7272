package dev.primus.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Answer;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.feed.NodeFeed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoreHealthTest {
    private static final Answer YES = Answer.yes(new ElectionName("a"));
    private static final Answer UNKNOWN = Answer.unknown(new ElectionName("b"), "locked");

    private final NodeFeed feed = new NodeFeed(NodeId.of("n", "0001"), () -> Instant.EPOCH, name -> Runnable::run);
    private final StoreHealth health = new StoreHealth(new Chronicle(feed), Map.of());

    @Test
    @DisplayName("one row that is stuck is no lost store, however often it is asked about")
    void aStuckRow() {
        for (int i = 0; i < 100; i++) {
            health.note(List.of(YES, UNKNOWN, YES));
        }
        assertThat(feed.recent()).isEmpty();
    }

    @Test
    @DisplayName("lost is told once, and so is back")
    void lostAndBack() {
        for (int i = 0; i < 100; i++) {
            health.note(List.of(UNKNOWN, UNKNOWN));
        }
        health.note(List.of(YES));
        health.note(List.of(YES));

        assertThat(feed.recent())
                .extracting(FeedRecord::kind)
                .containsExactly(FeedKind.STORE_LOST, FeedKind.STORE_BACK);
    }
}
