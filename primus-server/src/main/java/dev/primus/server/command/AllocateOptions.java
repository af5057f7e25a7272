package dev.primus.server.command;

import dev.primus.ElectionBuilder;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.partition.Move;
import dev.primus.server.duties.partitions.SharingOut;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.Console;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Whether a node shares work out over workers while it leads. */
final class AllocateOptions {
    static final String DUTY = "partitions";

    private static final Duration SLOWEST = Duration.ofSeconds(1);

    private final Console console;

    @Option(
            names = "--allocate",
            description = "Whoever leads the first election shares the task lists of this cluster out over its workers"
                    + " (see: primus partitions). Give it to all nodes of that election, and to no other election.")
    private boolean allocate;

    AllocateOptions(Console console) {
        this.console = console;
    }

    boolean isOn() {
        return allocate;
    }

    void join(ElectionBuilder election, StoreAccess access, ClusterName cluster, LeaseTiming timing) {
        Duration every = timing.renewEvery().compareTo(SLOWEST) < 0 ? timing.renewEvery() : SLOWEST;
        election.duty(DUTY, new SharingOut(() -> access.plans(cluster, timing.ioTimeout()), every, this::tell));
    }

    private void tell(List<Move> moves) {
        int size = moves.stream().mapToInt(Move::size).sum();
        String why =
                moves.stream().map(move -> move.reason().toString()).distinct().collect(Collectors.joining(", "));
        console.say("primus: %d %s: %s.".formatted(size, size == 1 ? "partition moves" : "partitions move", why));
    }
}
