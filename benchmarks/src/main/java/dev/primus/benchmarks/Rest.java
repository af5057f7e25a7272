package dev.primus.benchmarks;

import dev.primus.benchmarks.peer.CuratorAtRest;
import dev.primus.core.LeaseTiming;
import java.util.concurrent.TimeUnit;

/**
 * What a quiet cluster costs: requests, log bytes and CPU, for more processes and for more elections. One node leads
 * everything and the others stand by.
 */
final class Rest {
    private static final int NODES = 3;

    private Rest() {}

    static void measure(Server server) throws Exception {
        System.out.printf(
                "%n### At rest, %s, %d s windows after %d s of settling%n%n",
                server.kind(), Window.SECONDS, Window.SETTLING);
        System.out.println(
                "| nodes | elections each | requests/s | log KiB/s | CPU ms/s per node |\n|---|---|---|---|---|");
        Window nobody = Window.open(server::requests, server::logBytes);
        System.out.println("| none: this JVM alone | | " + nobody.cells(1, 0) + " |");
        for (int nodes : new int[] {1, NODES, 10}) {
            row(server, nodes, 1, nobody.requests());
        }
        row(server, NODES, 1_000, nobody.requests());
        row(server, NODES, 10_000, nobody.requests());
    }

    /** @param ours requests of a window in which nobody takes part: those that count the requests */
    private static void row(Server server, int nodes, int elections, long ours) throws Exception {
        String name = "rest-" + nodes + "-" + elections;
        try (Cluster cluster = Cluster.ledByOne(server.store(), LeaseTiming.DEFAULT, name, nodes, elections)) {
            Window.settle();
            Window window = Window.open(server::requests, server::logBytes);
            System.out.printf(
                    "| %d | %d | %s |%s%n",
                    nodes, elections, window.cells(nodes, ours), cluster.hasNews() ? " leaders changed!" : "");
        }
    }

    /** As many elections and candidates with Curator; its server is a process of its own too. */
    static void peers() throws Exception {
        System.out.printf("%n### At rest, Curator LeaderLatch, session 10 s%n%n");
        System.out.println(
                "| clients | latches each | requests/s | log KiB/s | CPU ms/s per client |\n|---|---|---|---|---|");
        for (int latches : new int[] {1, 1_000}) {
            try (CuratorAtRest curator = new CuratorAtRest(NODES, latches)) {
                Window.settle();
                Window window = Window.open(curator::requests, () -> null);
                System.out.printf("| %d | %d | %s |%n", NODES, latches, window.cells(NODES, 0));
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }
}
