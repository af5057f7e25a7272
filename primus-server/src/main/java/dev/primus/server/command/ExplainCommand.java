package dev.primus.server.command;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus explain}: why this one. */
@Command(
        name = "explain",
        description = {
            "Shows how an election was decided: who stood, with which score and why, and who voted for whom.",
            "Asks a node on this host that uses the ballot engine; it remembers the latest 1,000 or so that it has seen."
        },
        footer = {
            "  primus explain coordinator",
            "  primus explain coordinator --term 7",
            "  primus explain coordinator --dry-run             who would win now",
            "  primus explain coordinator --output json",
        })
final class ExplainCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Option(
            names = "--term",
            paramLabel = "N",
            description = "The election that this term was won in (default: the latest).")
    private @Nullable Long term;

    @Option(names = "--dry-run", description = "Ask all candidates who would win now: nobody votes, nothing changes.")
    private boolean dryRun;

    @Override
    public Integer call() {
        if (term != null && dryRun) {
            throw Complaint.usage("--term and --dry-run contradict each other: leave one out.");
        }
        if (term != null && term < 1) {
            throw Complaint.usage("--term = %d: allowed is 1 and above.".formatted(term));
        }
        Answer.Explained told =
                options.actingNode().ask(new Request.Explain(options.election(), term, dryRun), Answer.Explained.class);
        options.output().show(new ExplainedView(told)::lines, () -> Wire.json(told));
        return ExitCode.DONE;
    }
}
