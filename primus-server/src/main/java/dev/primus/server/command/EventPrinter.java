package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.score.Report;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Explanation;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.Console;
import dev.primus.server.view.EventText;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Prints the feed as it comes. */
final class EventPrinter implements Consumer<FeedRecord> {
    /** The forms there are. */
    enum Format {
        TEXT,
        NDJSON
    }

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Console console;
    private final Format format;
    private long lastSeq;
    private final Set<ElectionName> unconfirmed = new HashSet<>();

    EventPrinter(Console console, Format format) {
        this.console = console;
        this.format = format;
    }

    @Override
    public synchronized void accept(FeedRecord record) {
        boolean toldElsewhere = record.kind() == FeedKind.ELECTION_COMPLETE && format == Format.TEXT;
        if (!toldElsewhere) {
            FeedRecord shown = withoutSecrets(record);
            console.out().println(format == Format.NDJSON ? shown.toJson() : EventText.line(shown, console.zone()));
            console.out().flush();
        }
        lastSeq = record.seq();
        noteRelease(record);
        notifyAll();
    }

    /** Why an election ended as it did, as this node has seen it; the feed has only its outline. */
    synchronized void tell(NodeId self, Report report) {
        Answer.Explained told = Explanation.of(self, report, false);
        String story = new ExplainedView(told).story();
        console.out()
                .println(
                        format == Format.NDJSON
                                ? Wire.json(told)
                                        .put("event", "election_explained")
                                        .put("time", told.at())
                                        .put("leader", told.winner())
                                        .put("story", story)
                                : EventText.line(
                                        report.at(), "%s: %s".formatted(told.election(), story), console.zone()));
        console.out().flush();
    }

    private void noteRelease(FeedRecord record) {
        ElectionName election = record.election();
        if (election == null) {
            return;
        }
        if (record.kind() == FeedKind.LOST_LEADERSHIP
                && "false".equals(record.details().get("confirmed"))) {
            unconfirmed.add(election);
        } else if (record.term() != null && !isAboutAnother(record)) {
            unconfirmed.remove(election);
        }
    }

    /** Of a leader that was, or of one that has won and does not lead yet. */
    private static boolean isAboutAnother(FeedRecord record) {
        return record.kind() == FeedKind.LEADER_DOWN
                || record.kind() == FeedKind.ELECTION_COMPLETE
                || record.kind() == FeedKind.SPLIT_BRAIN_DETECTED
                || record.details().containsKey("said_by");
    }

    /** Causes are a driver's words; ours are masked by nobody else on their way to stdout. */
    private FeedRecord withoutSecrets(FeedRecord record) {
        Map<String, String> masked = record.details().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> console.secrets().mask(entry.getValue())));
        return new FeedRecord(
                record.seq(),
                record.time(),
                record.node(),
                record.election(),
                record.kind(),
                record.term(),
                record.reason(),
                masked);
    }

    /** Waits, not for ever, until all of a closed node's feed has been printed. */
    synchronized void awaitLast(Feed feed) throws InterruptedException {
        List<FeedRecord> recent = feed.recent();
        long last = recent.isEmpty() ? 0 : recent.get(recent.size() - 1).seq();
        long deadline = System.nanoTime() + MOST_WAIT_NANOS;
        for (long left = MOST_WAIT_NANOS; lastSeq < last && left > 0; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Whether leadership was given up at last without the store's word that it is free. */
    synchronized boolean hasUnconfirmed() {
        return !unconfirmed.isEmpty();
    }
}
