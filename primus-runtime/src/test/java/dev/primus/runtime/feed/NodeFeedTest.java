package dev.primus.runtime.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedReader;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeFeedTest {
    private static final NodeId NODE = NodeId.of("core-1", "7f3a9c04");
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final List<Runnable> lane = new ArrayList<>();
    private final NodeFeed feed = new NodeFeed(NODE, () -> NOON, name -> lane::add);

    @Test
    @DisplayName("the record format is stable: version 1")
    void json() {
        FeedRecord record = new FeedRecord(
                7,
                NOON,
                NODE,
                new ElectionName("tenant/42"),
                FeedKind.LOST_LEADERSHIP,
                Term.of(NODE, 41),
                LossReason.EXPIRED,
                Map.of("b", "say \"no\"\n", "a", "back\\slash"));

        assertThat(record.toJson())
                .isEqualTo("{\"v\":1,\"seq\":7,\"time\":\"2026-01-02T12:00:00Z\",\"node\":\"core-1#7f3a9c04\","
                        + "\"event\":\"lost_leadership\",\"election\":\"tenant/42\",\"leader\":\"core-1#7f3a9c04\","
                        + "\"term\":\"41\",\"reason\":\"EXPIRED\",\"a\":\"back\\\\slash\","
                        + "\"b\":\"say \\\"no\\\"\\u000a\"}");
    }

    @Test
    void readersGetEverythingInOrderOnTheirOwnLane() {
        List<Long> seen = new ArrayList<>();
        feed.subscribe("test", record -> seen.add(record.seq()));
        append();
        append();
        assertThat(seen).isEmpty();
        lane.forEach(Runnable::run);
        assertThat(seen).containsExactly(1L, 2L);
    }

    @Test
    void aSlowReaderLosesRecordsAndIsToldHowMany() {
        FeedReader slow = feed.subscribe("slow", record -> {});
        for (int i = 0; i < 10_005; i++) {
            append();
        }
        assertThat(slow.dropped()).isEqualTo(5);
    }

    @Test
    void aReaderThatThrowsIsNoBodysProblem() {
        feed.subscribe("bad", record -> {
            throw new IllegalStateException("planted");
        });
        append();
        lane.forEach(Runnable::run);
        append();
        assertThat(feed.recent()).hasSize(2);
    }

    @Test
    void aClosedReaderHearsNothingMore() {
        feed.subscribe("gone", record -> {}).close();
        append();
        assertThat(lane).isEmpty();
    }

    @Test
    @DisplayName("what is routine is for those who ask, bears no number of its own and is not remembered")
    void routine() {
        List<String> few = new ArrayList<>();
        List<String> all = new ArrayList<>();
        feed.subscribe("few", record -> few.add(record.seq() + " " + record.kind()));
        FeedReader curious = feed.subscribeToAll("all", record -> all.add(record.seq() + " " + record.kind()));
        append(FeedKind.JOINED);
        append(FeedKind.ELECTION_CHECK);
        append(FeedKind.LEFT);
        lane.forEach(Runnable::run);
        assertThat(few).containsExactly("1 JOINED", "2 LEFT");
        assertThat(all).containsExactly("1 JOINED", "1 ELECTION_CHECK", "2 LEFT");
        assertThat(feed.recent()).hasSize(2);

        lane.clear();
        curious.close();
        append(FeedKind.ELECTION_CHECK);
        assertThat(lane).isEmpty();
    }

    @Test
    void remembersTheLatest() {
        for (int i = 0; i < 1_010; i++) {
            append();
        }
        assertThat(feed.recent()).hasSize(1_000);
        assertThat(feed.recent().get(0).seq()).isEqualTo(11);
    }

    private void append() {
        append(FeedKind.PAUSED);
    }

    private void append(FeedKind kind) {
        feed.append(kind, (seq, time, node) -> new FeedRecord(seq, time, node, null, kind, null, null, Map.of()));
    }
}
