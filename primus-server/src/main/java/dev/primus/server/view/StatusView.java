package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who leads. */
public final class StatusView {
    private static final String NONE = "–";

    private final ClusterName cluster;
    private final List<Standing> standings;
    /** Of those elections that nobody leads: it tells why. */
    private final Map<ElectionName, TermRecord> latest;

    private final Instant now;

    private StatusView(
            ClusterName cluster, List<Standing> standings, Map<ElectionName, TermRecord> latest, Instant now) {
        this.cluster = cluster;
        this.standings = standings;
        this.latest = latest;
        this.now = now;
    }

    public static StatusView read(Ledger ledger, ClusterName cluster, List<Sighting> elections, Instant now) {
        List<ElectionName> leaderless = elections.stream()
                .filter(row -> !row.isLive())
                .map(Sighting::election)
                .toList();
        Map<ElectionName, TermRecord> latest = new HashMap<>();
        ledger.latest(leaderless).forEach(term -> latest.put(term.election(), term));
        return new StatusView(cluster, Standing.read(ledger, elections), latest, now);
    }

    public List<String> lines() {
        Table table = new Table("ELECTION", "LEADER", ">TERM", "SINCE", "LEASE", "STANDBY");
        standings.forEach(standing -> addRow(table, standing));
        List<String> lines = new ArrayList<>(table.lines());
        standings.forEach(standing -> explain(lines, standing));
        return lines;
    }

    private void addRow(Table table, Standing standing) {
        Sighting row = standing.row();
        NodeId leader = row.isLive() ? row.holder() : null;
        table.row(
                row.election().value(),
                leader == null ? "(nobody)" : leader.toString(),
                row.epoch() == 0 ? NONE : Long.toString(row.epoch()),
                leader == null || row.since() == null ? NONE : Spans.shortly(since(row.since())),
                lease(row),
                Long.toString(standing.standbys()));
    }

    private static String lease(Sighting row) {
        if (row.isLive()) {
            return Spans.shortly(row.remaining());
        }
        return row.holder() == null
                ? NONE
                : "expired " + Spans.shortly(row.remaining().negated()) + " ago";
    }

    private void explain(List<String> lines, Standing standing) {
        String election = standing.row().election().value();
        Pause pause = standing.row().pause();
        if (!standing.row().isLive()) {
            lines.add("! " + election + ": " + why(standing));
        }
        if (pause != null) {
            lines.addAll(PauseText.lines(election, pause, now));
        } else if (!standing.row().isLive()) {
            lines.add("  " + next(standing, election));
        }
    }

    private String why(Standing standing) {
        Sighting row = standing.row();
        TermRecord last = latest.get(row.election());
        if (row.epoch() == 0 && last == null) {
            return "nobody has led it yet.";
        }
        if (row.holder() != null) {
            return "no leader for %s (%s did not renew: EXPIRED)."
                    .formatted(
                            Spans.shortly(row.remaining().negated()),
                            row.holder().name());
        }
        if (last == null || last.ended() == null) {
            return "no leader.";
        }
        return "no leader for %s (%s left: %s)."
                .formatted(
                        Spans.shortly(since(last.ended())), last.term().leader().name(), last.reason());
    }

    private static String next(Standing standing, String election) {
        return standing.standbys() == 0
                ? "No candidate is alive. Start one: primus node --election " + election
                : "Who led before: primus history " + election;
    }

    private Duration since(Instant then) {
        Duration span = Duration.between(then, now);
        return span.isNegative() ? Duration.ZERO : span;
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("cluster", cluster.value());
        document.put("time", Json.time(now));
        ArrayNode elections = document.putArray("elections");
        standings.forEach(standing -> elections.add(json(standing)));
        return document;
    }

    private ObjectNode json(Standing standing) {
        Sighting row = standing.row();
        NodeId leader = row.isLive() ? row.holder() : null;
        ObjectNode json = Json.object();
        json.put("election", row.election().value());
        json.put("leader", leader == null ? null : leader.toString());
        json.put("term", row.epoch() == 0 ? null : Long.toString(row.epoch()));
        json.put("since", leader == null ? null : Json.time(row.since()));
        json.put("leaseMs", row.lease().toMillis());
        json.put(
                "leaseLeftMs",
                row.holder() == null ? null : (Long) row.remaining().toMillis());
        json.put("lastHolder", row.holder() == null ? null : row.holder().toString());
        json.put("standbys", standing.standbys());
        Pause pause = row.pause();
        if (pause != null) {
            ObjectNode paused = json.putObject("pause");
            paused.put("by", pause.by());
            paused.put("why", pause.why());
            paused.put("since", Json.time(pause.since()));
        }
        TermRecord last = latest.get(row.election());
        if (last != null) {
            json.put("endedAt", Json.time(last.ended()));
            json.put("reason", last.reason() == null ? null : last.reason().name());
        }
        return json;
    }
}
