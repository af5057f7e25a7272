package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who led an election before, for how long, and why it changed. */
public final class HistoryView {
    private static final DateTimeFormatter THIS_YEAR = DateTimeFormatter.ofPattern("MMM dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter LONG_AGO = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Duration ALMOST_A_YEAR = Duration.ofDays(300);

    private final ElectionName election;
    private final long running;
    private final Duration left;
    private final List<TermRecord> terms;
    private final Instant now;
    private final ZoneId zone;

    public HistoryView(Sighting row, List<TermRecord> terms, Instant now, ZoneId zone) {
        this(row.election(), row.isLive() ? row.epoch() : 0, row.remaining(), terms, now, zone);
    }

    /**
     * @param running the token of the term that runs; 0 if none does
     * @param left of the last term, below zero if it has ended
     */
    public HistoryView(
            ElectionName election, long running, Duration left, List<TermRecord> terms, Instant now, ZoneId zone) {
        this.election = election;
        this.running = running;
        this.left = left;
        this.terms = terms;
        this.now = now;
        this.zone = zone;
    }

    public List<String> lines() {
        Table table = new Table(">TERM", "LEADER", "FROM", "FOR", "ENDED BY");
        for (TermRecord term : terms) {
            table.row(
                    term.term().token().toString(),
                    term.term().leader().name().value(),
                    from(term.granted()),
                    Spans.shortly(length(term)),
                    endedBy(term));
        }
        return table.lines();
    }

    private String from(Instant granted) {
        boolean longAgo = Duration.between(granted, now).compareTo(ALMOST_A_YEAR) > 0;
        return (longAgo ? LONG_AGO : THIS_YEAR).withZone(zone).format(granted);
    }

    private String endedBy(TermRecord term) {
        if (term.reason() != null) {
            return term.reason().name();
        }
        return isRunning(term) ? "–" : "EXPIRED (nobody took over yet)";
    }

    private boolean isRunning(TermRecord term) {
        return term.ended() == null && term.term().token().value() == running;
    }

    private Duration length(TermRecord term) {
        Instant end = end(term);
        Duration length = Duration.between(term.granted(), end == null ? now : end);
        return length.isNegative() ? Duration.ZERO : length;
    }

    /** When it ended, by its record or, if nobody wrote that down, by its lease; null if it runs. */
    private @Nullable Instant end(TermRecord term) {
        if (term.ended() != null || isRunning(term)) {
            return term.ended();
        }
        return left.isNegative() ? now.plus(left) : now;
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("election", election.value());
        document.put("time", Json.time(now));
        ArrayNode list = document.putArray("terms");
        for (TermRecord term : terms) {
            ObjectNode json = list.addObject();
            json.put("term", term.term().token().toString());
            json.put("leader", term.term().leader().toString());
            json.put("from", Json.time(term.granted()));
            json.put("to", Json.time(end(term)));
            json.put("forMs", length(term).toMillis());
            json.put("reason", reason(term));
        }
        return document;
    }

    private @Nullable String reason(TermRecord term) {
        if (term.reason() != null) {
            return term.reason().name();
        }
        return isRunning(term) ? null : "EXPIRED";
    }
}
