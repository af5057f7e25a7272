package dev.primus.runtime.feed;

import dev.primus.feed.FeedRecord;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The feed as log lines. */
public final class FeedLog implements Consumer<FeedRecord> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.feed");

    @Override
    public void accept(FeedRecord record) {
        if (record.kind().isAlarming()) {
            LOG.warn("{}: {}", record.node(), record);
        } else {
            LOG.info("{}: {}", record.node(), record);
        }
    }
}
