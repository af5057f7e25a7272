package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Election;
import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One election per job: elections come and go, members crash, and at times all of them restart. */
@DisplayName("C1: tokens of an election never fall, also if it was forgotten and all members have restarted")
class NameChurnTest {
    private static final int JOBS = 24;
    private static final int NAMES = 6;
    private static final int SEEDS = 4;
    private static final int MOST_REMEMBERED = 6;

    static Stream<Arguments> engines() {
        return Stream.of(
                Arguments.of("registry, majority", PeerRules.of(Quorum.majorityOf(3), RegistryTiming.FAST)),
                Arguments.of("registry, available", PeerRules.of(Quorum.available(3), RegistryTiming.FAST)),
                Arguments.of("ballot, majority", PeerRules.of(Quorum.majorityOf(3), BallotTiming.FAST)),
                Arguments.of("ballot, available", PeerRules.of(Quorum.available(3), BallotTiming.FAST)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("engines")
    void oneElectionPerJob(String engine, PeerRules rules) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            try (SimCluster cluster = new SimCluster(SimSettings.of(seed, 3).withPeers(rules))) {
                churn(cluster, "%s, seed %d".formatted(engine, seed));
            }
        }
    }

    private static void churn(SimCluster cluster, String where) {
        List<String> nodes = cluster.machines().stream().map(SimMachine::name).toList();
        Map<String, Long> tokens = new HashMap<>();
        cluster.startAll().advance(Duration.ofSeconds(8));
        for (int i = 0; i < JOBS; i++) {
            String job = "job-" + i % NAMES;
            long token = run(cluster, nodes.get(i % nodes.size()), job, where);
            assertThat(token).as("%s: token of %s, run %d", where, job, i).isGreaterThan(tokens.getOrDefault(job, 0L));
            tokens.put(job, token);
            if (i % 4 == 1) {
                String struck = nodes.get((i + 1) % nodes.size());
                cluster.kill(struck);
                cluster.advance(Duration.ofSeconds(3));
                cluster.start(struck);
                cluster.advance(Duration.ofSeconds(6));
            }
            if (i % 12 == 7) {
                nodes.forEach(cluster::kill);
                cluster.startAll().advance(Duration.ofSeconds(8));
            }
        }
        cluster.advance(Duration.ofSeconds(20));
        for (String node : nodes) {
            assertThat(cluster.machine(node).disk().read())
                    .as("%s: disk of %s", where, node)
                    .isEmpty();
            assertThat(cluster.process(node).primus().ledger().elections())
                    .as("%s: memory of %s", where, node)
                    .hasSizeLessThanOrEqualTo(MOST_REMEMBERED);
        }
        cluster.oneLeaderAtMost();
    }

    private static long run(SimCluster cluster, String node, String job, String where) {
        Election election = cluster.join(node, job, Map.of(), List.of());
        for (int i = 0; i < 1000 && election.leadership().isEmpty(); i++) {
            cluster.advance(Duration.ofMillis(20));
        }
        long token = election.leadership()
                .orElseThrow(() -> new AssertionError("%s: %s does not lead %s".formatted(where, node, job)))
                .token();
        SimProcess process = cluster.process(node);
        process.launch(
                "leave",
                () -> Objects.requireNonNull(process.elections().remove(job)).close());
        cluster.advance(Duration.ofSeconds(2));
        return token;
    }
}
