package dev.primus.benchmarks;

import dev.primus.core.LeaseTiming;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a quiet cluster costs: requests, log bytes and CPU, for more processes and for more elections. */
final class Rest {
    private static final int SECONDS = 20;

    private Rest() {}

    static void measure(Server server) throws Exception {
        System.out.printf("%n### At rest, %s, %d s windows%n%n", server.kind(), SECONDS);
        System.out.println(
                "| nodes | elections each | requests/s | log KiB/s | CPU ms/s per node |\n|---|---|---|---|---|");
        for (int nodes : new int[] {1, 3, 10}) {
            row(server, nodes, 1);
        }
        row(server, 3, 1_000);
        row(server, 3, 10_000);
    }

    private static void row(Server server, int nodes, int elections) throws Exception {
        String name = "rest-" + nodes + "-" + elections;
        try (Cluster cluster = new Cluster(server.store(), LeaseTiming.DEFAULT, name, nodes, elections)) {
            for (int i = 0; i < elections; i++) {
                cluster.nextGrant(60);
            }
            TimeUnit.SECONDS.sleep(12);
            Long requests = server.requests();
            Long bytes = server.logBytes();
            long cpu = cpuNanos();
            TimeUnit.SECONDS.sleep(SECONDS);
            double cpuPerNode = (cpuNanos() - cpu) / 1e6 / SECONDS / nodes;
            Long requestsAfter = server.requests();
            Long bytesAfter = server.logBytes();
            System.out.printf(
                    "| %d | %d | %s | %s | %s |%n",
                    nodes,
                    elections,
                    // our own questions at both ends are counted by the server too
                    perSecond(requests, requestsAfter, server.kind().equals("mariadb") ? 5 : 4),
                    perSecond(bytes == null ? null : bytes / 1024, bytesAfter == null ? null : bytesAfter / 1024, 0),
                    Figures.text(cpuPerNode));
        }
    }

    private static String perSecond(@Nullable Long before, @Nullable Long after, int ours) {
        return before == null || after == null ? "–" : Figures.text((after - before - ours) / (double) SECONDS);
    }

    static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
