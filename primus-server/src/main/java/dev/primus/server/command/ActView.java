package dev.primus.server.command;

import dev.primus.DutyStatus;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Outcome;
import dev.primus.server.control.Rule;
import dev.primus.server.view.Spans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An act for people: what it would do, and what came of it. */
final class ActView {
    private final Answer.Act act;
    private final Instant now;

    ActView(Answer.Act act, Instant now) {
        this.act = act;
        this.now = now;
    }

    /** How things are, and what will happen. */
    List<String> plan() {
        Answer.Seat before = act.before();
        String present = before.leader() == null
                ? "%s: nobody leads, as far as this node knows.".formatted(before.election())
                : "%s: %s leads, term %s, since %s."
                        .formatted(before.election(), before.leader(), before.term(), since(before.since()));
        return List.of(present, isHandOver() ? stops(before) + " " + act.message() : act.message());
    }

    private boolean isHandOver() {
        return act.act().equals("resign") || act.act().equals("transfer");
    }

    private boolean isAboutVoters() {
        return act.act().endsWith("_voter");
    }

    private String stops(Answer.Seat before) {
        List<String> running = before.duties().stream()
                .filter(duty -> duty.state() != DutyStatus.State.IDLE)
                .map(DutyStatus::name)
                .toList();
        return running.isEmpty()
                ? "No duty has to stop."
                : "Stops %d dut%s (%s; limit %s)."
                        .formatted(
                                running.size(),
                                running.size() == 1 ? "y" : "ies",
                                String.join(", ", running),
                                Spans.shortly(Duration.ofMillis(act.stopLimitMs())));
    }

    private String since(@Nullable String time) {
        if (time == null) {
            return "?";
        }
        Duration span = Duration.between(Instant.parse(time), now);
        return Spans.shortly(span.isNegative() ? Duration.ZERO : span);
    }

    /** What came of it, and what to do next. */
    List<String> lines() {
        if (act.outcome() == Outcome.PLANNED) {
            List<String> lines = new ArrayList<>(plan());
            lines.add("Nothing was changed: this was a dry run.");
            return lines;
        }
        List<String> lines = new ArrayList<>();
        lines.add(headline());
        String next = next();
        if (!next.isEmpty()) {
            lines.add(next);
        }
        return lines;
    }

    private String headline() {
        String outcome = act.outcome().name().toLowerCase(Locale.ROOT);
        Rule rule = act.rule();
        if (rule != null) {
            return "%s (%s): %s. Nothing was changed."
                    .formatted(outcome, rule.name().toLowerCase(Locale.ROOT), act.message());
        }
        String leads = leads(act.after());
        String message =
                act.message().isEmpty() ? "" : act.message() + (act.message().endsWith(".") ? " " : ". ");
        return "%s: %s%sAct %s.".formatted(outcome, message, leads.isEmpty() ? "" : leads + ". ", act.id());
    }

    private String back(String election) {
        return switch (act.act()) {
            case "pause" -> "Back: primus resume " + election;
            case "trigger" -> "Why: primus explain " + election;
            case "resume" -> "Back: primus pause " + election;
            case "add_voter", "remove_voter" -> "Who votes now: primus voters " + election;
            default -> transferBack(election);
        };
    }

    /** Only who leads can give it back, and only where it runs. */
    private String transferBack(String election) {
        Answer.After after = act.after();
        if (after == null || after.leader() == null) {
            return "";
        }
        NodeName there = NodeId.parse(after.leader()).name();
        NodeName here = NodeId.parse(act.node()).name();
        return there.equals(here)
                ? ""
                : "Back, on %s's host: primus transfer %s --to %s".formatted(there, election, here);
    }

    private static String leads(Answer.@Nullable After after) {
        if (after == null || after.leader() == null) {
            return "";
        }
        Long leaderless = after.leaderlessMs();
        return "%s leads, term %s%s"
                .formatted(
                        after.leader(),
                        after.term(),
                        leaderless == null
                                ? ""
                                : "; " + Spans.shortly(Duration.ofMillis(leaderless)) + " without a leader");
    }

    private String next() {
        String election = act.before().election();
        return switch (act.outcome()) {
            case DONE -> back(election);
            case UNKNOWN ->
                "Look before you repeat: primus %s %s".formatted(isAboutVoters() ? "voters" : "status", election);
            case PLANNED, REFUSED, FAILED -> "";
        };
    }
}
