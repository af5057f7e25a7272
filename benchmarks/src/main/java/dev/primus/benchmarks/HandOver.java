package dev.primus.benchmarks;

import dev.primus.Handover;
import dev.primus.benchmarks.peer.CuratorPeer;
import dev.primus.benchmarks.peer.Peer;
import dev.primus.benchmarks.peer.SpringPeer;
import dev.primus.core.LeaseTiming;
import java.util.concurrent.TimeUnit;

/** From a leader's resignation to the callback of its successor; three candidates, lease 10 s, no duties. */
final class HandOver {
    private static final int TRIALS = 20;

    private HandOver() {}

    static void measure(Server server) throws Exception {
        Figures[] trips = server.roundTrips();
        Figures millis = new Figures();
        try (Cluster cluster = new Cluster(server.store(), LeaseTiming.DEFAULT, "handover", 3, 1)) {
            Cluster.Grant leader = cluster.nextGrant(20);
            TimeUnit.SECONDS.sleep(1);
            for (int i = 0; i < TRIALS; i++) {
                long start = System.nanoTime();
                Handover outcome = cluster.election(leader.node(), 0).resign().get(20, TimeUnit.SECONDS);
                leader = cluster.nextGrant(20);
                if (outcome != Handover.RELEASED) {
                    throw new IllegalStateException("not released: " + outcome);
                }
                millis.add((leader.nanos() - start) / 1e6);
                // the one that resigned stays back for a quarter of a lease; three candidates must be there again
                TimeUnit.MILLISECONDS.sleep(2600);
            }
        }
        double commit = trips[1].median() / 1000;
        System.out.printf("%n### Graceful hand-over, %s%n%n", server.kind());
        System.out.println("| | median ms | min | max | n |\n|---|---|---|---|---|");
        System.out.println("| resign to granted | " + millis.cells() + " |");
        System.out.printf(
                "%nThe store's own round trip in this run: read %s us, committed write %s us; median = %s committed writes.%n",
                Figures.text(trips[0].median()),
                Figures.text(trips[1].median()),
                Figures.text(millis.median() / commit));
    }

    /** The peers, with three candidates each and the same lease, in the same run. */
    static void peers() throws Exception {
        System.out.printf("%n### Graceful hand-over, peers%n%n");
        System.out.println("| peer | median ms | min | max | n |\n|---|---|---|---|---|");
        try (Peer curator = new CuratorPeer()) {
            System.out.println(
                    "| Curator LeaderLatch, ZooKeeper | " + handOvers(curator).cells() + " |");
        }
        try (Server server = Server.start("mariadb");
                Peer spring = new SpringPeer(Server.source(server.url()))) {
            System.out.println("| Spring LockRegistryLeaderInitiator, MariaDB | "
                    + handOvers(spring).cells() + " |");
        }
    }

    private static Figures handOvers(Peer peer) throws Exception {
        Figures millis = new Figures();
        for (int i = 0; i < 20; i++) {
            millis.add(peer.handOver() / 1e6);
            TimeUnit.MILLISECONDS.sleep(300);
        }
        return millis;
    }
}
