package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.server.demo.Demo;
import dev.primus.server.demo.PartitionsDemo;
import dev.primus.server.demo.StoreHall;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus demo}: elect, crash, take over, return, hand over. */
@Command(
        name = "demo",
        description = {
            "Starts three nodes as processes, kills the leader, and shows who takes over and how fast.",
            "Then it brings the killed one back, and hands over in good order. Takes about 15 seconds.",
            "Without --store it uses an SQLite file in a temporary folder and leaves nothing behind."
        },
        footer = {
            "  primus demo",
            "  primus demo --lease 2s",
            "  primus demo --engine registry",
            "  primus demo --engine ballot",
            "  primus demo --partitions",
            "  primus demo --store jdbc:postgresql://localhost/test --user me --password-file pw.txt",
        })
final class DemoCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(6);

    private final Console console;

    @Option(names = "--lease", paramLabel = "TIME", description = "Length of the lease, 1s to 6s (default: 3s).")
    private Duration lease = Duration.ofSeconds(3);

    @Option(names = "--cluster", paramLabel = "NAME", description = "Cluster to play in (default: primus-demo).")
    private @Nullable ClusterName cluster;

    @Option(
            names = "--engine",
            paramLabel = Engine.WORDS,
            description = "Who decides: a row in a store (default), or the nodes among themselves: who registers first,"
                    + " or a vote for the fittest.")
    private String engine = "lease";

    @Option(
            names = "--partitions",
            description = "Another play: work that is shared out over workers, which join, are killed and drain. About"
                    + " 20 seconds, on an SQLite file of its own.")
    private boolean partitions;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private StoreOptions store;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (partitions) {
            return shareOut();
        }
        return switch (Engine.of(engine)) {
            case LEASE -> onStore();
            case REGISTRY -> Demo.byRegistry(console).run();
            case BALLOT -> Demo.byBallot(console).run();
        };
    }

    private int shareOut() throws IOException {
        if (store.isNamedByFlag() || Engine.of(engine) != Engine.LEASE || cluster != null) {
            throw Complaint.usage("--partitions plays on a file of its own: allowed is --lease beside it, and neither"
                    + " --store, --cluster nor --engine.");
        }
        return new PartitionsDemo(console, LeaseTiming.of(checkedLease())).run();
    }

    private Duration checkedLease() {
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            throw Complaint.usage("--lease = %d ms: allowed is 1s to 6s, so that the demo is neither rushed nor dull."
                    .formatted(lease.toMillis()));
        }
        return lease;
    }

    private int onStore() throws IOException {
        LeaseTiming timing = LeaseTiming.of(checkedLease());
        // The environment's store is what a node would use; a demo touches it only if it is named here.
        StoreUrl named = store.isNamedByFlag() ? store.url() : null;
        Credentials credentials = named == null ? Credentials.NONE : store.credentials(named);
        ClusterName where = cluster == null ? new ClusterName("primus-demo") : cluster;
        return Demo.on(console, new StoreHall(named, credentials, where, timing))
                .run();
    }
}
