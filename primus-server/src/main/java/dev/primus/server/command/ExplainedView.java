package dev.primus.server.command;

import dev.primus.core.NodeId;
import dev.primus.server.control.Answer;
import dev.primus.server.view.Spans;
import dev.primus.server.view.Table;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How an election was decided, for people. */
record ExplainedView(Answer.Explained told) {
    private static final int WIDTH = 100;
    private static final int LONGEST_NAME = 34;
    private static final int MOST_NAMED = 2;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%s: %s.".formatted(told.election(), story()));
        lines.add(circumstances());
        lines.add("");
        lines.addAll(scores());
        lines.add("");
        lines.addAll(stated());
        List<String> notes = notes();
        if (!notes.isEmpty()) {
            lines.add("");
            lines.addAll(notes);
        }
        List<String> cut =
                lines.stream().map(line -> cut(line, WIDTH)).collect(Collectors.toCollection(ArrayList::new));
        if (told.warning() != null) {
            cut.add("! %s.".formatted(told.warning()));
        }
        return cut;
    }

    /** One sentence: who has won, and why this one. */
    String story() {
        String winner = told.winner();
        if (winner == null) {
            return told.candidates().isEmpty() ? "nobody stands" : "nobody wins: " + names(told.candidates());
        }
        List<Answer.Candidate> others = told.candidates().stream()
                .filter(one -> !one.node().equals(winner))
                .toList();
        return "%s %s%s%s"
                .formatted(
                        name(winner),
                        told.dryRun() ? "would win" : "wins term " + told.term(),
                        score(winner),
                        others.isEmpty() ? ", alone" : ", before " + names(others));
    }

    private String score(String node) {
        return told.candidates().stream()
                .filter(one -> one.node().equals(node))
                .map(one -> " with " + total(one))
                .findFirst()
                .orElse("");
    }

    private static String names(List<Answer.Candidate> some) {
        String named = some.stream()
                .limit(MOST_NAMED)
                .map(one -> "%s (%s%s)"
                        .formatted(name(one.node()), total(one), one.viable() ? "" : ", too few would follow it"))
                .collect(Collectors.joining(", "));
        return some.size() <= MOST_NAMED ? named : "%s and %d more".formatted(named, some.size() - MOST_NAMED);
    }

    private String circumstances() {
        return told.dryRun()
                ? "By what all within reach state now; nobody has voted."
                : "Called for by %s, took %s, over at %s."
                        .formatted(told.trigger(), Spans.shortly(Duration.ofMillis(told.tookMs())), told.at());
    }

    private List<String> scores() {
        Table table =
                new Table("CANDIDATE", ">SCORE", ">UPTIME", ">CAPAB", ">RESRC", ">NETW", ">EXPER", ">REPUT", ">VOTES");
        for (Answer.Candidate one : told.candidates()) {
            Answer.Scores scores = one.scores();
            table.row(
                    cut(one.node(), LONGEST_NAME),
                    total(one),
                    share(scores.uptime()),
                    share(scores.capability()),
                    share(scores.resources()),
                    share(scores.network()),
                    share(scores.experience()),
                    share(scores.reputation()),
                    told.dryRun() ? "-" : Long.toString(votesFor(one.node())));
        }
        return table.lines();
    }

    private List<String> stated() {
        Table table = new Table(
                "CANDIDATE", ">UP", ">FREE CPU", ">MEM", ">DISK", ">NETW", ">KNOWN", ">FAILED", "CAPABILITIES");
        for (Answer.Candidate one : told.candidates()) {
            Answer.Stated stated = one.stated();
            table.row(
                    cut(one.node(), LONGEST_NAME),
                    Spans.shortly(Duration.ofMillis(stated.uptimeMs())),
                    share(stated.freeCpu()),
                    share(stated.freeMemory()),
                    share(stated.freeDisk()),
                    share(stated.networkQuality()),
                    Spans.shortly(Duration.ofMillis(stated.experienceMs())),
                    Integer.toString(stated.failedTerms()),
                    String.join(",", stated.capabilities()));
        }
        return table.lines();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        told.votes().forEach((voter, candidate) -> notes.add("%s voted for %s.".formatted(voter, name(candidate))));
        told.vetoes().forEach((voter, why) -> notes.add("%s would not have followed: %s.".formatted(voter, why)));
        return notes;
    }

    private long votesFor(String node) {
        return told.votes().values().stream().filter(node::equals).count();
    }

    /** To the millionth, by which candidates are told apart. */
    private static String total(Answer.Candidate one) {
        return one.scores().total().setScale(6, RoundingMode.HALF_UP).toPlainString();
    }

    private static String share(BigDecimal value) {
        return value.setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    private static String name(String node) {
        return NodeId.parse(node).name().value();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
