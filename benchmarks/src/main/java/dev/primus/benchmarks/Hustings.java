package dev.primus.benchmarks;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.testkit.sim.PeerRules;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Elections of up to a thousand voters in the simulator, without faults: what is sent, and how long it takes in the time of
 * the simulation, in which a message is on its way for half a millisecond on average and a vote on its way to the disk for one.
 */
final class Hustings {
    /** What an election is made of; the first heartbeat, by which its winner leads, comes after it. */
    private static final Set<String> ELECTION =
            Set.of("Started", "Candidacy", "Acknowledged", "Vote", "Winner", "Ended", "Noted");

    private static final Set<String> HEARTBEAT = Set.of("Heartbeat", "Heard");
    private static final Set<String> SOUNDING = Set.of("Survey", "Stated");
    private static final Duration REST = Duration.ofSeconds(90);
    private static final String NAME = "bench";

    /** A thousand take minutes, in which they introduce themselves to each other; their elections are quick. */
    private static final List<Integer> USUAL_SIZES = List.of(3, 5, 7, 10, 30, 100);

    private Hustings() {}

    /** @param asked how many voters; those that are quickly done if none are named */
    static void measure(List<String> asked) {
        List<Integer> sizes = asked.isEmpty()
                ? USUAL_SIZES
                : asked.stream().map(Integer::valueOf).toList();
        System.out.printf("%n### Ballot in the simulator, %s%n%n", "one way 0.5 ms on average, disk 1 ms");
        System.out.println(
                "| voters | election | messages | per voter | document, 3N + 2 | KiB | trigger to winner, ms "
                        + "| trigger to leader, ms |\n|---|---|---|---|---|---|---|---|");
        List<String> heartbeats = new ArrayList<>();
        for (int size : sizes) {
            elections(size, heartbeats);
        }
        System.out.println("\n| voters | heartbeats and answers, messages/s | KiB/s | soundings, messages/s | KiB/s |\n"
                + "|---|---|---|---|---|");
        heartbeats.forEach(System.out::println);
    }

    private static void elections(int voters, List<String> heartbeats) {
        Census[] census = new Census[1];
        PeerRules rules =
                PeerRules.of(Quorum.majorityOf(voters), BallotTiming.FAST).over(link -> census[0].over(link));
        SimSettings settings = SimSettings.of(1, voters).withPeers(rules);
        try (SimCluster cluster = new SimCluster(settings)) {
            census[0] = new Census(cluster.world()::now, message -> !(message instanceof Discover));
            cluster.startAll().advance(Duration.ofSeconds(3));
            census[0].clear();
            cluster.everybodyJoins(NAME);
            long granted = untilLed(cluster);
            cluster.advance(Duration.ofMillis(300));
            row(voters, "first", census[0], granted);
            cluster.advance(Duration.ofSeconds(5));
            census[0].clear();
            cluster.advance(REST);
            heartbeats.add(atRest(voters, census[0]));
            census[0].clear();
            cluster.kill(cluster.leaderOf(NAME).orElseThrow());
            granted = untilLed(cluster);
            cluster.advance(Duration.ofMillis(300));
            row(voters, "leader killed", census[0], granted);
            cluster.oneLeaderAtMost();
        }
    }

    private static long untilLed(SimCluster cluster) {
        cluster.advance(Duration.ofMillis(1));
        for (int i = 0; i < 100_000 && cluster.leaderOf(NAME).isEmpty(); i++) {
            cluster.advance(Duration.ofNanos(100_000));
        }
        return cluster.world().now();
    }

    private static void row(int voters, String which, Census census, long granted) {
        long messages = census.messages(ELECTION);
        long begun = census.firstAt("Candidacy");
        System.out.printf(
                "| %,d | %s | %,d | %s | %,d | %,d | %s | %s |%n",
                voters,
                which,
                messages,
                Figures.text(messages / (double) voters),
                3 * voters + 2,
                census.bytes(ELECTION) / 1024,
                Figures.text((census.firstAt("Winner") - begun) / 1e6),
                Figures.text((granted - begun) / 1e6));
        System.err.println(voters + " voters, " + which + ": " + census);
    }

    private static String atRest(int voters, Census census) {
        return "| %,d | %s | %s | %s | %s |"
                .formatted(
                        voters,
                        Figures.text(census.messages(HEARTBEAT) / (double) REST.toSeconds()),
                        Figures.text(census.bytes(HEARTBEAT) / 1024.0 / REST.toSeconds()),
                        Figures.text(census.messages(SOUNDING) / (double) REST.toSeconds()),
                        Figures.text(census.bytes(SOUNDING) / 1024.0 / REST.toSeconds()));
    }
}
