package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.server.control.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus transfer}: the leader hands leadership to a named node. */
@Command(
        name = "transfer",
        description = {
            "Makes the leader on this host stop its duties and hand leadership to a named node.",
            "That node has the first try for a quarter of a lease. Shows what will happen, asks, does it, and tells who"
                    + " leads then."
        },
        footer = {
            "  primus transfer coordinator --to core-2",
            "  primus transfer coordinator --to core-2 --dry-run",
            "  primus transfer coordinator --to core-2 --yes --reason \"kernel update\"",
        })
final class TransferCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ControlOptions options;

    @Option(names = "--to", required = true, paramLabel = "NODE", description = "Who is to lead.")
    @SuppressWarnings("NullAway.Init")
    private NodeName heir;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ActOptions act;

    @Override
    public Integer call() {
        return act.perform(options, intent -> new Request.Transfer(options.election(), heir, intent));
    }
}
