package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.BallotOffice;
import dev.primus.Change;
import dev.primus.Leader;
import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Report;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B9")
@DisplayName("What an application is told of elections by vote")
class BallotCallbacksTest {
    private static final String ELECTION = "e";

    private final Map<String, List<String>> leaders = new HashMap<>();
    private final Map<String, List<Report>> complete = new HashMap<>();
    private final SimCluster cluster = new SimCluster(SimSettings.of(5, 3)
            .withBlockingListeners()
            .withPeers(PeerRules.of(Quorum.majorityOf(3), BallotTiming.FAST)));

    @AfterEach
    void end() {
        cluster.close();
    }

    private static String name(@Nullable Leader leader) {
        return leader == null ? "none" : leader.node().name().value();
    }

    private void begin(String node, List<Consumer<Change>> others) {
        List<String> heard = leaders.computeIfAbsent(node, any -> new ArrayList<>());
        List<Report> reports = complete.computeIfAbsent(node, any -> new ArrayList<>());
        cluster.start(node);
        office(node).onElectionComplete(reports::add);
        List<Consumer<Change>> listeners = new ArrayList<>(others);
        listeners.add(change -> {
            if (change instanceof Change.LeaderChanged changed) {
                heard.add(name(changed.previous()) + " -> " + name(changed.leader()));
            }
        });
        cluster.join(node, ELECTION, Map.of(), listeners);
    }

    private BallotOffice office(String node) {
        return cluster.process(node).primus().ballotOffice().orElseThrow();
    }

    private List<String> heard(String node) {
        return Objects.requireNonNull(leaders.get(node));
    }

    private Report last(String node) {
        List<Report> all = Objects.requireNonNull(complete.get(node));
        return all.get(all.size() - 1);
    }

    private String leader() {
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private long failures(String node) {
        return cluster.process(node).primus().feed().recent().stream()
                .filter(record -> record.kind() == FeedKind.LISTENER_FAILED)
                .count();
    }

    @Test
    @DisplayName(
            "B9 leader changed tells old and new, each beginning where the last one ended, on leaders and followers")
    void leaderChanged() {
        List.of("a", "b", "c").forEach(node -> begin(node, List.of()));
        cluster.settle();
        cluster.advance(Duration.ofSeconds(5));
        String first = leader();
        cluster.process(first).election(ELECTION).resign();
        cluster.advance(Duration.ofSeconds(5));
        String second = leader();
        assertThat(second).isNotEqualTo(first);

        assertThat(leaders).allSatisfy((node, changes) -> {
            String at = "none";
            for (String change : changes) {
                assertThat(change).as("on %s: %s", node, changes).startsWith(at + " -> ");
                at = change.substring(change.indexOf("-> ") + 3);
            }
            assertThat(at).as(node).isEqualTo(second);
            assertThat(changes.get(0)).as(node).isEqualTo("none -> " + first);
        });
        assertThat(heard(first)).as("the former leader").containsExactly("none -> " + first, first + " -> " + second);
    }

    @Test
    @DisplayName("B9 a leader that is found by asking is a change too, from none")
    void discovery() {
        begin("a", List.of());
        begin("b", List.of());
        cluster.settle();
        cluster.advance(Duration.ofSeconds(5));
        String sitting = leader();
        begin("c", List.of());
        cluster.advance(Duration.ofSeconds(2));

        assertThat(heard("c")).containsExactly("none -> " + sitting);
        assertThat(complete.get("c")).as("there was no election for that").isEmpty();
    }

    @Test
    @DisplayName("B9 election complete tells the winner, on who has won and on who has not; and that there was none")
    void electionComplete() {
        List.of("a", "b", "c").forEach(node -> begin(node, List.of()));
        cluster.settle();
        cluster.advance(Duration.ofSeconds(2));
        String winner = leader();

        assertThat(complete).allSatisfy((node, reports) -> {
            Term won = Objects.requireNonNull(reports.get(reports.size() - 1).winner(), node);
            assertThat(won.leader().name().value()).isEqualTo(winner);
        });
        assertThat(last("a").candidates()).isNotEmpty();
    }

    @Test
    @DisplayName("B9 a callback that throws, and one that blocks, disturb nobody: the one is on record, the other late")
    void badCallbacks() {
        begin("a", List.of(change -> {
            throw new IllegalStateException("a careless listener");
        }));
        begin("b", List.of());
        begin("c", List.of());
        office("a").onElectionComplete(report -> {
            throw new AssertionError("another one");
        });
        office("a").onElectionComplete(report -> {
            try {
                cluster.process("a").rest(Duration.ofHours(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        cluster.settle();
        cluster.advance(Duration.ofSeconds(5));
        String before = leader();
        assertThat(complete.get("a")).as("a good one beside them").isNotEmpty();
        cluster.process(before).election(ELECTION).resign();
        cluster.advance(Duration.ofSeconds(5));

        assertThat(leader()).isNotEqualTo(before);
        assertThat(cluster.process("a").primus().feed().recent())
                .filteredOn(record -> record.kind() == FeedKind.LISTENER_FAILED)
                .extracting(record -> record.details().get("cause"))
                .contains(
                        "java.lang.IllegalStateException: a careless listener",
                        "java.lang.AssertionError: another one");
        assertThat(cluster.process("a").primus().feed().recent())
                .filteredOn(record -> record.kind() == FeedKind.LISTENER_FAILED)
                .extracting(record -> record.details().get("change"))
                .anyMatch(change -> change.matches("e: the election is complete, .*@\\d+ has won"));
        assertThat(failures("b")).isZero();
        cluster.oneLeaderAtMost();
    }
}
