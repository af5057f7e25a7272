package dev.primus.server.demo;

import dev.primus.server.talk.Console;
import dev.primus.server.view.Table;
import java.util.List;

/** What was promised and what came of it, when the play is over. */
final class Summary {
    private Summary() {}

    static void print(Console console, List<Step> steps) {
        Table table = new Table("", "STEP", "PROMISED", "HAPPENED");
        for (Step step : steps) {
            String mark = switch (step.state()) {
                case KEPT -> "✓";
                case BROKEN -> "✗";
                case RUNNING, AHEAD -> "–";
            };
            table.row(mark, step.title(), step.promised(), outcome(step));
        }
        console.out().println();
        table.lines().forEach(console.out()::println);
        console.out().println();
        steps.stream()
                .filter(step -> step.state() == Step.State.BROKEN)
                .forEach(step -> console.err().println("primus: " + step.title() + ": " + step.happened()));
    }

    private static String outcome(Step step) {
        return switch (step.state()) {
            case KEPT -> step.happened();
            case BROKEN -> "did not happen, see below";
            case RUNNING, AHEAD -> "not shown";
        };
    }
}
