package dev.primus;

import dev.primus.deathwatch.Post;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.runtime.feed.NodeFeed;
import java.util.Map;

/** Whether the death watch is up, as records of the feed. */
record WatchNews(NodeFeed feed) implements Post.News {
    @Override
    public void up() {
        note(FeedKind.DEATH_WATCH_UP, Map.of());
    }

    @Override
    public void down(String cause) {
        note(FeedKind.DEATH_WATCH_DOWN, Map.of("cause", cause));
    }

    private void note(FeedKind kind, Map<String, String> details) {
        feed.append(kind, (seq, time, node) -> new FeedRecord(seq, time, node, null, kind, null, null, details));
    }
}
