package dev.primus.runtime.feed;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.feed.FeedRecord;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The feed as log lines: one for each record, for people as a sentence and for programs as key-value pairs. */
public final class FeedLog implements Consumer<FeedRecord> {
    private final Logger log;

    public FeedLog() {
        this(LoggerFactory.getLogger("dev.primus.feed"));
    }

    FeedLog(Logger log) {
        this.log = log;
    }

    @Override
    public void accept(FeedRecord record) {
        LoggingEventBuilder line = log.atLevel(levelOf(record))
                .addKeyValue("event", record.kind().name().toLowerCase(Locale.ROOT))
                .addKeyValue("seq", record.seq())
                .addKeyValue("node", record.node().toString());
        ElectionName election = record.election();
        if (election != null) {
            line = line.addKeyValue("election", election.value());
        }
        Term term = record.term();
        if (term != null) {
            line = line.addKeyValue("leader", term.leader().toString())
                    .addKeyValue("term", term.token().toString());
        }
        LossReason reason = record.reason();
        if (reason != null) {
            line = line.addKeyValue("reason", reason.name());
        }
        for (Map.Entry<String, String> detail : new TreeMap<>(record.details()).entrySet()) {
            line = line.addKeyValue(detail.getKey(), detail.getValue());
        }
        line.log("{}: {}", record.node(), record);
    }

    private static Level levelOf(FeedRecord record) {
        if (record.kind().isRoutine()) {
            return Level.DEBUG;
        }
        return record.kind().isAlarming() ? Level.WARN : Level.INFO;
    }
}
