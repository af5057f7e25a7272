package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.server.talk.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What all have in common who ask a node about one election. */
final class ControlOptions {
    @Parameters(paramLabel = "ELECTION", description = "Which election.")
    @SuppressWarnings("NullAway.Init")
    private ElectionName election;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private DoorOptions door;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster (default: default).")
    private @Nullable ClusterName cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    private final Console console;

    ControlOptions(Console console) {
        this.console = console;
    }

    ElectionName election() {
        return election;
    }

    /** The node that was named, or the only one there is. */
    LocalNode onlyNode() {
        return door.only(StoreOptions.orDefault(cluster));
    }

    /** The node to act on: the one that was named, or the one that leads. */
    LocalNode actingNode() {
        return door.bestFor(StoreOptions.orDefault(cluster), election);
    }

    OutputOptions output() {
        return output;
    }

    Console console() {
        return console;
    }
}
