package dev.primus.server.command;

import dev.primus.server.control.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus resign}: the leader gives leadership up. */
@Command(
        name = "resign",
        description = {
            "Makes the leader on this host stop its duties and give leadership up; others have the first try.",
            "Shows what will happen, asks, does it, and tells who leads then."
        },
        footer = {
            "  primus resign coordinator",
            "  primus resign coordinator --dry-run",
            "  primus resign coordinator --yes --reason \"kernel update\"",
        })
final class ResignCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Option(names = "--even-if-paused", description = "Also if the election is paused, and nobody will follow.")
    private boolean evenIfPaused;

    @Override
    public Integer call() {
        return act.perform(options, intent -> new Request.Resign(options.election(), intent, evenIfPaused));
    }
}
