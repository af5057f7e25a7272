package dev.primus.server.command;

import dev.primus.server.control.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code primus pause}: the election does not change hands. */
@Command(
        name = "pause",
        description = {
            "Keeps an election from changing hands: who leads goes on, and if it stops nobody takes over.",
            "The store remembers it, whatever becomes of the nodes, and primus status shows it."
        },
        footer = {
            "  primus pause coordinator --reason \"migration\"",
            "  primus pause coordinator --dry-run",
            "  primus pause coordinator --yes --reason \"migration\"",
        })
final class PauseCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Override
    public Integer call() {
        return act.perform(options, intent -> new Request.Pause(options.election(), intent));
    }
}
