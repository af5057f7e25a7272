package dev.primus.benchmarks;

import dev.primus.Change;
import dev.primus.Primus;
import dev.primus.benchmarks.Voter.Told;
import dev.primus.core.BallotTiming;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The ballot engine over real sockets, with signed messages and votes on a disk: kill -9 of the leader's process among three,
 * five and seven, with the parts that the time until the next leader is made of; a resignation; a node that comes in; heartbeats.
 */
final class AtThePolls {
    private static final int CRASHES = 12;
    private static final int TRIALS = 50;
    private static final int REHEARSALS = 200;
    private static final int NEWCOMERS = 10;

    private AtThePolls() {}

    static void measure() throws Exception {
        System.out.printf("%n### Ballot, fast times, majority, signed; load %s at the start%n%n", load());
        System.out.println("| | median ms | min | max | n |\n|---|---|---|---|---|");
        try (PeerGround ground = PeerGround.of(1, dev.primus.core.RegistryTiming.FAST)) {
            System.out.println("| a round trip and a mark on the disk | "
                    + ground.unavoidable(TRIALS).cells() + " |");
        }
        for (int voters : new int[] {3, 5, 7}) {
            crashes(voters);
        }
        heartbeats();
        newcomers();
        System.out.println(
                "| resign to granted, JVM just started | " + handOvers(TRIALS).cells() + " |");
        handOvers(REHEARSALS);
        System.out.printf(
                "| resign to granted, after %d others | %s |%n",
                REHEARSALS, handOvers(TRIALS).cells());
        System.out.printf("%nLoad %s at the end.%n", load());
    }

    private static String load() {
        return Figures.text(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    // ---- a leader dies
    // -----------------------------------------------------------------------------------------------

    private static void crashes(int voters) throws Exception {
        Map<String, Figures> parts = new LinkedHashMap<>();
        BlockingQueue<Told> ear = new LinkedBlockingQueue<>();
        List<Voter> processes = new ArrayList<>();
        try (BallotGround ground = BallotGround.of(voters)) {
            for (int i = 0; i < voters; i++) {
                processes.add(Voter.start(ground, i, ear));
            }
            int leader = await(ear, told -> told.what().equals("granted")).voter();
            int counted = 0;
            long failed = 0;
            while (counted < CRASHES) {
                leader = settle(ear, leader);
                long killed = Tap.micros();
                processes.get(leader).kill();
                Told granted = await(ear, told -> told.what().equals("granted"));
                Told elected = await(
                        ear,
                        told -> told.what().equals("elected")
                                && told.voter() == granted.voter()
                                && told.numbers()[0] == granted.numbers()[0]);
                counted += count(parts, killed, granted.numbers(), elected.numbers());
                failed += ear.stream()
                        .filter(told -> told.what().equals("failed") && told.voter() == granted.voter())
                        .count();
                processes.set(leader, Voter.start(ground, leader, ear));
                int back = leader;
                await(ear, told -> told.voter() == back && told.what().equals("follows"));
                leader = granted.voter();
            }
            if (failed > 0) {
                System.err.printf("%d voters: %d elections failed before one was won%n", voters, failed);
            }
        } finally {
            processes.forEach(Voter::close);
            for (Voter process : processes) {
                process.kill();
            }
        }
        parts.forEach((name, figures) -> System.out.printf("| %d: %s | %s |%n", voters, name, figures.cells()));
    }

    /** Everybody is there and bound by nothing from before; and the leader dies at any time between two heartbeats. */
    private static int settle(BlockingQueue<Told> ear, int former) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(1500 + ThreadLocalRandom.current().nextInt(450));
        List<Told> meanwhile = new ArrayList<>();
        ear.drainTo(meanwhile);
        int leader = former;
        for (Told told : meanwhile) {
            if (told.what().equals("granted")) {
                leader = told.voter();
                System.err.println("another leader though nobody was killed: this machine is too busy");
            }
        }
        return leader;
    }

    /** All by the clock of the host, at the node that leads now. @return 1 if it was counted */
    private static int count(Map<String, Figures> parts, long killed, long[] granted, long[] elected) {
        long now = granted[1];
        long heard = granted[2];
        long viable = granted[4];
        long won = granted[5];
        long opened = won - elected[1];
        if (opened < killed) {
            System.err.println("not counted: there was an election before the leader was killed");
            return 0;
        }
        add(parts, "kill -9 to granted", now - killed);
        add(parts, "last heartbeat to the election that was won", opened - heard);
        add(parts, "kill -9 to that election", opened - killed);
        add(parts, "election to winner", elected[1]);
        add(parts, "of that, until enough would follow it", viable - opened);
        add(parts, "of that, others' candidacies and the votes", won - viable);
        add(parts, "winner to granted, by its first heartbeat", now - won);
        return 1;
    }

    private static void add(Map<String, Figures> parts, String name, long micros) {
        parts.computeIfAbsent(name, any -> new Figures()).add(micros / 1e3);
    }

    private static Told await(BlockingQueue<Told> ear, Predicate<Told> what) throws InterruptedException {
        List<Told> others = new ArrayList<>();
        for (Told told = ear.poll(30, TimeUnit.SECONDS); told != null; told = ear.poll(30, TimeUnit.SECONDS)) {
            if (what.test(told)) {
                ear.addAll(others);
                return told;
            }
            others.add(told);
        }
        throw new IllegalStateException("it did not come within 30 s; what came instead: " + others);
    }

    // ---- and lives
    // ---------------------------------------------------------------------------------------------------

    private static Figures handOvers(int count) throws Exception {
        try (BallotGround ground = BallotGround.of(3);
                Cluster cluster = new Cluster(ground, "handover", 3)) {
            return HandOver.resignations(cluster, BallotTiming.FAST.lease(), count);
        }
    }

    private static void heartbeats() throws Exception {
        try (BallotGround ground = BallotGround.of(3);
                Cluster cluster = new Cluster(ground, "heartbeats", 3)) {
            int leader = cluster.nextGrant(30).node();
            TimeUnit.SECONDS.sleep(15);
            System.out.println("| heartbeat there and back, 3 nodes | "
                    + ground.taps().get(leader).roundTrips().cells() + " |");
        }
    }

    /** The fourth of four: it has to find out who leads. */
    private static void newcomers() throws Exception {
        Figures found = new Figures();
        Figures begun = new Figures();
        try (BallotGround ground = BallotGround.of(4);
                Cluster cluster = new Cluster(ground, "discovery", 3)) {
            cluster.nextGrant(30);
            TimeUnit.SECONDS.sleep(2);
            for (int i = 0; i < NEWCOMERS; i++) {
                CountDownLatch told = new CountDownLatch(1);
                long start = System.nanoTime();
                try (Primus node = ground.under(
                                Primus.builder().node(BallotGround.name(3)).cluster("discovery"), 3)
                        .build()) {
                    long join = System.nanoTime();
                    node.election("bench/0")
                            .onChange(change -> {
                                if (change instanceof Change.LeaderChanged changed && changed.leader() != null) {
                                    told.countDown();
                                }
                            })
                            .join();
                    if (!told.await(20, TimeUnit.SECONDS)) {
                        throw new IllegalStateException("the newcomer has found no leader");
                    }
                    found.add((System.nanoTime() - join) / 1e6);
                    begun.add((System.nanoTime() - start) / 1e6);
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
        System.out.println("| discovery: joined to leader known | " + found.cells() + " |");
        System.out.println("| the same with connecting to the others | " + begun.cells() + " |");
    }
}
