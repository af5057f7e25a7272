package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus health}: how the cluster does. */
@Command(
        name = "health",
        description = {
            "Shows whether the cluster is healthy or degraded, why, and which nodes are up.",
            "Asks a node on this host, and shows what that one sees."
        },
        footer = {
            "  primus health",
            "  primus health --node core-1 --json",
        })
final class HealthCommand implements Callable<Integer> {
    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster (default: default).")
    private @Nullable ClusterName cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private DoorOptions door;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    @Override
    public Integer call() {
        Answer.ClusterHealth heard =
                door.only(StoreOptions.orDefault(cluster)).ask(new Request.Health(), Answer.ClusterHealth.class);
        output.show(() -> lines(heard), () -> Wire.json(heard));
        return ExitCode.DONE;
    }

    private static List<String> lines(Answer.ClusterHealth heard) {
        List<String> lines = new ArrayList<>();
        boolean healthy = heard.health().equals("healthy");
        lines.add("%scluster %s: %s, as %s sees it"
                .formatted(healthy ? "" : "! ", heard.cluster(), heard.health(), heard.node()));
        heard.reasons().forEach(reason -> lines.add("  " + reason));
        Table table = new Table("NODE", "STATE", "SINCE");
        heard.nodes().forEach(one -> table.row(one.node(), one.up() ? "up" : "down", one.since()));
        lines.addAll(table.lines());
        return lines;
    }
}
