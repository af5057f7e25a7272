package dev.primus.server.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.DutyStatus;
import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Wire;
import dev.primus.server.view.PauseText;
import dev.primus.server.view.Spans;
import dev.primus.server.view.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a node does, by its own word. */
final class NodeView {
    private static final String NONE = "–";

    private final Answer.Node node;
    private final PausesHeard pauses;
    private final Instant now;

    /**
     * @param wanted the elections to show; all if there is none
     */
    NodeView(Answer.Node node, PausesHeard pauses, List<ElectionName> wanted, Instant now) {
        this.node = new Answer.Node(
                node.node(),
                node.cluster(),
                node.pid(),
                node.health(),
                node.why(),
                node.time(),
                node.leaseMs(),
                wanted.isEmpty()
                        ? node.elections()
                        : wanted.stream()
                                .map(name -> LocalNode.seat(node, name))
                                .toList(),
                heartbeats(node, wanted));
        this.pauses = shown(pauses);
        this.now = now;
    }

    private static @Nullable List<Answer.Heartbeat> heartbeats(Answer.Node node, List<ElectionName> wanted) {
        List<Answer.Heartbeat> told = node.heartbeats();
        return told == null || wanted.isEmpty()
                ? told
                : told.stream()
                        .filter(one -> wanted.contains(new ElectionName(one.election())))
                        .toList();
    }

    /** Those of the elections that are shown. */
    private PausesHeard shown(PausesHeard heard) {
        Set<String> names = node.elections().stream().map(Answer.Seat::election).collect(Collectors.toSet());
        return heard.paused() == null
                ? heard
                : PausesHeard.of(heard.paused().stream()
                        .filter(pause -> names.contains(pause.election()))
                        .toList());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s%s: %s, pid %d, cluster %s, lease %s%s"
                .formatted(
                        node.health().equals("UP") ? "" : "! ",
                        node.node(),
                        node.health(),
                        node.pid(),
                        node.cluster(),
                        Spans.exactly(Duration.ofMillis(node.leaseMs())),
                        node.why().isEmpty() ? "" : "; " + node.why()));
        Table table = new Table("ELECTION", "PART", "LEADER", ">TERM", "SINCE", "STOPS IN", "DUTIES");
        node.elections().forEach(seat -> addRow(table, seat));
        lines.addAll(table.lines());
        List<Answer.Heartbeat> heartbeats = node.heartbeats();
        if (heartbeats != null) {
            heartbeats.stream().filter(Answer.Heartbeat::running).forEach(one -> lines.add(heartbeat(one)));
        }
        if (pauses.paused() == null) {
            lines.add("? Whether an election is paused is unknown: %s.".formatted(pauses.why()));
        } else {
            pauses.paused().forEach(pause -> lines.addAll(PauseText.lines(pause.election(), pause(pause), now)));
        }
        return lines;
    }

    private String heartbeat(Answer.Heartbeat one) {
        String next = one.nextHeartbeat();
        Duration left = next == null ? Duration.ZERO : Duration.between(now, Instant.parse(next));
        return "%s: a heartbeat every %s, the last %s ago, the next %s."
                .formatted(
                        one.election(),
                        Spans.exactly(Duration.ofMillis(one.intervalMs())),
                        since(one.lastSent()),
                        left.isNegative() || left.isZero() ? "due" : "in " + Spans.shortly(left));
    }

    private static Pause pause(Answer.Pause said) {
        return new Pause(said.by(), said.why(), Instant.parse(said.since()));
    }

    private void addRow(Table table, Answer.Seat seat) {
        table.row(
                seat.election(),
                VerdictText.part(seat),
                leader(seat),
                orNone(seat.term()),
                since(seat.unknownSince() == null ? seat.since() : seat.unknownSince()),
                seat.leaseLeftMs() == null ? NONE : Spans.shortly(Duration.ofMillis(seat.leaseLeftMs())),
                duties(seat.duties()));
    }

    private static String leader(Answer.Seat seat) {
        if (seat.leader() != null) {
            return seat.leader();
        }
        return seat.unknownSince() == null ? "(nobody)" : "(unknown)";
    }

    private static String orNone(@Nullable String text) {
        return text == null ? NONE : text;
    }

    private String since(@Nullable String time) {
        if (time == null) {
            return NONE;
        }
        Duration span = Duration.between(Instant.parse(time), now);
        return Spans.shortly(span.isNegative() ? Duration.ZERO : span);
    }

    private static String duties(List<DutyStatus> duties) {
        return duties.isEmpty()
                ? NONE
                : duties.stream()
                        .map(duty -> duty.name() + " " + VerdictText.word(duty.state()))
                        .collect(Collectors.joining(", "));
    }

    ObjectNode json() {
        ObjectNode json = Wire.json(node);
        List<Answer.Pause> known = pauses.paused();
        if (known == null) {
            return json.put("pausedUnknown", pauses.why()).putNull("paused");
        }
        ArrayNode paused = json.putArray("paused");
        known.forEach(pause -> paused.addObject()
                .put("election", pause.election())
                .put("by", pause.by())
                .put("why", pause.why())
                .put("since", pause.since()));
        return json;
    }
}
