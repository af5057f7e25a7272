package dev.primus.benchmarks;

import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.PeerView;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The registry engine with three nodes over real sockets: from a resignation to the successor's callback, from the
 * closing of the leader's node to that, and from kill -9 of its process. Beside it, what no engine here can do without: a round trip between two nodes and a mark
 * forced to the disk, and the time the link takes to miss who was killed.
 */
final class AmongPeers {
    private static final int TRIALS = 50;
    private static final int REHEARSALS = 200;
    private static final int CLOSINGS = 20;
    private static final int CRASHES = 5;

    private AmongPeers() {}

    static void measure() throws Exception {
        System.out.printf("%n### Registry, three nodes, majority%n%n");
        System.out.println("| | median ms | min | max | n |\n|---|---|---|---|---|");
        try (PeerGround ground = PeerGround.of(3, RegistryTiming.DOCUMENTED)) {
            System.out.println("| a round trip and a mark on the disk | "
                    + ground.unavoidable(TRIALS).cells() + " |");
        }
        Figures fresh = handOvers(TRIALS);
        System.out.println("| resign to granted, JVM just started | " + fresh.cells() + " |");
        handOvers(REHEARSALS);
        System.out.printf(
                "| resign to granted, after %d others | %s |%n",
                REHEARSALS, handOvers(TRIALS).cells());
        System.out.println("| close to granted, documented | "
                + closings(RegistryTiming.DOCUMENTED).cells() + " |");
        System.out.println(
                "| close to granted, fast | " + closings(RegistryTiming.FAST).cells() + " |");
        crashes("documented", RegistryTiming.DOCUMENTED);
        crashes("fast", RegistryTiming.FAST);
    }

    private static Figures handOvers(int count) throws Exception {
        try (PeerGround ground = PeerGround.of(3, RegistryTiming.DOCUMENTED);
                Cluster cluster = new Cluster(ground, "handover", 3)) {
            return HandOver.resignations(cluster, RegistryTiming.DOCUMENTED.lease(), count);
        }
    }

    private static Figures closings(RegistryTiming timing) throws Exception {
        try (PeerGround ground = PeerGround.of(3, timing);
                Cluster cluster = new Cluster(ground, "closing", 3)) {
            return HandOver.closings(cluster, ground, timing.lease(), CLOSINGS);
        }
    }

    private static void crashes(String name, RegistryTiming timing) throws Exception {
        Figures missed = new Figures();
        Figures total = new Figures();
        for (int i = 0; i < CRASHES; i++) {
            crash(timing, missed, total);
        }
        System.out.printf("| kill -9 to missed by the link, %s | %s |%n", name, missed.cells());
        System.out.printf("| kill -9 to granted, %s | %s |%n", name, total.cells());
    }

    private static void crash(RegistryTiming timing, Figures missed, Figures total) throws Exception {
        try (PeerGround ground = PeerGround.of(3, timing);
                Cluster others = new Cluster(ground, "crash", 2)) {
            int leader = others.nextGrant(30).node();
            CompletableFuture<Void> handedOver = CompletableFuture.runAsync(() -> handOverTo("victim", others, leader));
            try (Victim victim = Victim.start(ground.addressesFor(2), "crash", 1)) {
                handedOver.get(30, TimeUnit.SECONDS);
                TimeUnit.SECONDS.sleep(4);
                AtomicLong seen = new AtomicLong();
                others.node(0).peers().orElseThrow().onView(view -> seen.compareAndSet(0, System.nanoTime()));
                victim.kill();
                long killed = System.nanoTime();
                Cluster.Grant successor = others.nextGrant(30);
                total.add((successor.nanos() - killed) / 1e6);
                missed.add((seen.get() - killed) / 1e6);
            }
        }
    }

    private static void handOverTo(String heir, Cluster others, int leader) {
        try {
            awaitView(others, 3);
            TimeUnit.SECONDS.sleep(3);
            others.election(leader, 0).transferTo(heir).get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the leader could not hand over", e);
        }
    }

    private static void awaitView(Cluster others, int members) throws InterruptedException {
        for (int i = 0; i < 300; i++) {
            PeerView view = others.node(0).peers().orElseThrow().view();
            if (view.members().size() == members) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("the nodes have not met");
    }
}
