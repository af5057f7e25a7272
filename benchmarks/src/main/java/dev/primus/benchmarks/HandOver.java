package dev.primus.benchmarks;

import dev.primus.Handover;
import dev.primus.benchmarks.peer.CuratorPeer;
import dev.primus.benchmarks.peer.Peer;
import dev.primus.benchmarks.peer.SpringPeer;
import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * From a leader's resignation to the callback of its successor; three candidates, lease 10 s, no duties. Once in a JVM
 * that has just started, and once after hundreds of others, since a process that has been up for an hour has its code
 * compiled and one that has been up for a minute has not.
 */
final class HandOver {
    private static final int TRIALS = 50;
    private static final int REHEARSALS = 300;

    private HandOver() {}

    static void measure(Server server) throws Exception {
        Figures[] trips = server.roundTrips();
        System.out.printf("%n### Graceful hand-over, %s%n%n", server.kind());
        System.out.println("| | median ms | min | max | n |\n|---|---|---|---|---|");
        Figures fresh = trials(server, LeaseTiming.DEFAULT, TRIALS, "handover");
        System.out.println("| resign to granted, JVM just started | " + fresh.cells() + " |");
        trials(server, LeaseTiming.of(Duration.ofMillis(400)), REHEARSALS, "rehearsal");
        Figures warm = trials(server, LeaseTiming.DEFAULT, TRIALS, "warm");
        System.out.printf("| resign to granted, after %d others | %s |%n", REHEARSALS, warm.cells());
        System.out.printf(
                "%nThe store's own round trip in this run: read %s us, committed write %s us.%n",
                Figures.text(trips[0].median()), Figures.text(trips[1].median()));
    }

    private static Figures trials(Server server, LeaseTiming timing, int count, String name) throws Exception {
        try (Cluster cluster = new Cluster(server.store(), timing, name, 3, 1)) {
            return resignations(cluster, timing, count);
        }
    }

    /** Each resigns as soon as it leads and all are there again. */
    static Figures resignations(Cluster cluster, LeaseTiming timing, int count) throws Exception {
        Figures millis = new Figures();
        Cluster.Grant leader = cluster.nextGrant(30);
        TimeUnit.SECONDS.sleep(1);
        while (millis.count() < count) {
            long start = System.nanoTime();
            Handover outcome = cluster.election(leader.node(), 0).resign().get(20, TimeUnit.SECONDS);
            leader = cluster.nextGrant(20);
            if (outcome == Handover.RELEASED) {
                millis.add((leader.nanos() - start) / 1e6);
            } else {
                System.err.println("not counted, lease " + timing.lease() + ": " + outcome);
            }
            // the one that resigned stays back for a quarter of a lease; three candidates must be there again
            TimeUnit.NANOSECONDS.sleep(timing.heirWindow().toNanos() + TimeUnit.MILLISECONDS.toNanos(100));
        }
        return millis;
    }

    /** The leader's node is closed, another one of its name is opened once a successor leads, and so on. */
    static Figures closings(Cluster cluster, Cluster.Ground ground, LeaseTiming timing, int count) throws Exception {
        Figures millis = new Figures();
        Cluster.Grant leader = cluster.nextGrant(30);
        while (millis.count() < count) {
            cluster.awaitMembers();
            TimeUnit.NANOSECONDS.sleep(2 * timing.lease().toNanos());
            long start = System.nanoTime();
            cluster.node(leader.node()).close();
            Cluster.Grant successor = cluster.nextGrant(20);
            millis.add((successor.nanos() - start) / 1e6);
            cluster.reopen(ground, leader.node());
            leader = successor;
        }
        return millis;
    }

    /** The peers, with three candidates each and the same lease, in the same run. */
    static void peers() throws Exception {
        System.out.printf("%n### Graceful hand-over, peers%n%n");
        System.out.println("| peer | median ms | min | max | n |\n|---|---|---|---|---|");
        try (Peer curator = new CuratorPeer()) {
            String name = "Curator LeaderLatch, ZooKeeper, ";
            System.out.println(
                    "| " + name + "first | " + handOvers(curator, TRIALS).cells() + " |");
            handOvers(curator, REHEARSALS);
            System.out.printf(
                    "| %safter %d others | %s |%n",
                    name, REHEARSALS, handOvers(curator, TRIALS).cells());
        }
        try (Server server = Server.start("mariadb");
                Peer spring = new SpringPeer(Server.source(server.url()))) {
            System.out.println("| Spring LockRegistryLeaderInitiator, MariaDB | "
                    + handOvers(spring, TRIALS).cells() + " |");
        }
    }

    private static Figures handOvers(Peer peer, int count) throws Exception {
        Figures millis = new Figures();
        while (millis.count() < count) {
            millis.add(peer.handOver() / 1e6);
            TimeUnit.MILLISECONDS.sleep(300);
        }
        return millis;
    }
}
