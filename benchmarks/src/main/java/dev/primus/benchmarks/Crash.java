package dev.primus.benchmarks;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import java.util.concurrent.TimeUnit;

/** kill -9 of a real leader process: how much later than the end of its lease another is told that it leads. */
final class Crash {
    private static final int TRIALS = 5;

    private Crash() {}

    static void measure(Server server) throws Exception {
        Figures total = new Figures();
        Figures beyond = new Figures();
        for (int i = 0; i < TRIALS; i++) {
            once(server, "crash-" + i, total, beyond);
        }
        System.out.printf("%n### Crash takeover after kill -9, lease 10 s, %s%n%n", server.kind());
        System.out.println("| | median ms | min | max | n |\n|---|---|---|---|---|");
        System.out.println("| kill to granted | " + total.cells() + " |");
        System.out.println("| beyond the remaining lease | " + beyond.cells() + " |");
    }

    private static void once(Server server, String cluster, Figures total, Figures beyond) throws Exception {
        try (Victim victim = Victim.start(server.url(), cluster, 1);
                Cluster others = new Cluster(server.store(), LeaseTiming.DEFAULT, cluster, 2, 1);
                Ledger ledger = server.store().ledger(new ClusterName(cluster))) {
            TimeUnit.MILLISECONDS.sleep(1500);
            Sighting row = ledger.elections().stream()
                    .filter(seen -> seen.election().equals(new ElectionName("bench/0")))
                    .findFirst()
                    .orElseThrow();
            long read = System.nanoTime();
            victim.kill();
            long killed = System.nanoTime();
            Cluster.Grant successor = others.nextGrant(30);
            total.add((successor.nanos() - killed) / 1e6);
            beyond.add((successor.nanos() - read - row.remaining().toNanos()) / 1e6);
        }
    }
}
