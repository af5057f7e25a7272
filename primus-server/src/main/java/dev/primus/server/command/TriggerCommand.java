package dev.primus.server.command;

import dev.primus.server.control.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus trigger}: a new election, now. */
@Command(
        name = "trigger",
        description = {
            "Asks for a new election, which the fittest wins; only for nodes with the ballot engine.",
            "A leader that is well steps down for it. Refused while another election goes on, and soon after one."
        },
        footer = {
            "  primus trigger coordinator --dry-run",
            "  primus trigger coordinator --reason \"new hardware\"",
            "  primus trigger coordinator --override --yes",
        })
final class TriggerCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Option(names = "--override", description = "Also inside the windows that keep leaders from changing too often.")
    private boolean override;

    @Override
    public Integer call() {
        return act.perform(options, intent -> new Request.Trigger(options.election(), intent, override));
    }
}
