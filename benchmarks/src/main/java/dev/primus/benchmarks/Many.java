package dev.primus.benchmarks;

import dev.primus.core.LeaseTiming;
import java.util.concurrent.TimeUnit;

/** Thousands of elections in one process: how soon they are led, what they take, and how soon others take them over. */
final class Many {
    /** By when each of 10,000 elections must have a leader, on tables that were never analysed. */
    private static final long BUDGET_MILLIS = 4_000;

    private Many() {}

    static void measure(Server server) throws Exception {
        System.out.printf("%n### Thousands of elections in a process, %s%n%n", server.kind());
        System.out.println("| elections | all led after ms | threads of ours | heap MiB |\n|---|---|---|---|");
        for (int elections : new int[] {1, 1_000, 10_000}) {
            start(server, elections);
        }
        takeover(server, 1_000);
    }

    private static void start(Server server, int elections) throws Exception {
        long heapBefore = usedHeap();
        long start = System.nanoTime();
        try (Cluster cluster = new Cluster(server.store(), LeaseTiming.DEFAULT, "many-" + elections, 1, elections)) {
            long last = start;
            for (int i = 0; i < elections; i++) {
                last = Math.max(last, cluster.nextGrant(60).nanos());
            }
            TimeUnit.SECONDS.sleep(5);
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("primus"))
                    .count();
            double millis = (last - start) / 1e6;
            System.out.printf(
                    "| %d | %s%s | %d | %s |%n",
                    elections,
                    Figures.text(millis),
                    millis > BUDGET_MILLIS ? ", budget of " + BUDGET_MILLIS + " missed" : "",
                    threads,
                    Figures.text((usedHeap() - heapBefore) / 1048576.0));
        }
    }

    private static void takeover(Server server, int elections) throws Exception {
        String name = "many-crash";
        try (Victim victim = Victim.start(server.url(), name, elections);
                Cluster others = new Cluster(server.store(), LeaseTiming.DEFAULT, name, 2, elections)) {
            TimeUnit.SECONDS.sleep(3);
            victim.kill();
            long killed = System.nanoTime();
            Figures millis = new Figures();
            for (int i = 0; i < elections; i++) {
                millis.add((others.nextGrant(30).nanos() - killed) / 1e6);
            }
            System.out.printf("%nkill -9 of the leader of %d: led again, median ms | first | last | n%n", elections);
            System.out.println("| " + millis.cells() + " |");
        }
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
