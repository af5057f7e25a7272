package dev.primus.testkit.stories;

import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.testkit.sim.PeerRules;
import dev.primus.testkit.sim.SimCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What peers do among themselves on days worth remembering. */
@Tag("Z3")
class RegistryStoriesTest {
    private static final String ELECTION = "coordinator";

    @Test
    @Tag("G1")
    void allStartAtOnce() throws IOException {
        byMajority("registry-start", """
                        Three members start together, each alone in its first view. Nobody leads before they have met; then
                        the first to register the name does, once enough have been awake for long enough to promise.
                        Here because a node that takes itself for the whole cluster is how islands begin.""").play(cluster -> cluster.advance(Duration.ofSeconds(6)));
    }

    @Test
    @Tag("G5")
    void crashTakeover() throws IOException {
        byMajority("registry-crash-takeover", """
                        The leader's process is killed. The others miss it in their views, but a view is no proof: what they
                        have promised has to run out, and then the next one is granted a higher term.
                        Here because it is what the whole thing is for.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            cluster.kill(leader(cluster));
            cluster.advance(Duration.ofSeconds(6));
        });
    }

    @Test
    @Tag("G5")
    void gracefulHandOver() throws IOException {
        byMajority("registry-graceful-hand-over", """
                        The leader's node is closed. Its own word ends every promise at once, and the next one leads a few
                        milliseconds later.
                        Here because planned stops are a thousand times more frequent than crashes.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            cluster.stop(leader(cluster));
            cluster.advance(Duration.ofSeconds(2));
        });
    }

    @Test
    @Tag("G4")
    void backWithinTheDelay() throws IOException {
        byMajority("registry-back-within-the-delay", """
                        The leader cannot be reached for a second, and is back before it has to stop. Nothing changes.
                        Here because a change of leader that was not needed is an outage that was not needed.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            cutOffLeader(cluster);
            cluster.advance(Duration.ofSeconds(1));
            cluster.reunite();
            cluster.advance(Duration.ofSeconds(4));
        });
    }

    @Test
    @Tag("G6")
    void theLeaderReturns() throws IOException {
        byMajority("registry-leader-returns", """
                        A leader crashes, another one takes over, the first is started again. It promises nothing for a lease,
                        since it may have promised something in its former life, and becomes a standby.
                        Here because giving an election back would be a second outage.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            String first = leader(cluster);
            cluster.kill(first);
            cluster.advance(Duration.ofSeconds(6));
            String second = leader(cluster);
            cluster.restart(first);
            cluster.advance(Duration.ofSeconds(8)).ledBy(second);
        });
    }

    @Test
    @Tag("G7")
    void tornApartByMajority() throws IOException {
        byMajority("registry-partition-majority", """
                        The leader is cut off from the two others. It stops by its own clock before the promises of the others
                        run out; they go on without it, and when they meet again it follows.
                        Here because two leaders at once is what a quorum is there to prevent.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            cutOffLeader(cluster);
            cluster.advance(Duration.ofSeconds(10));
            cluster.reunite();
            cluster.advance(Duration.ofSeconds(10));
        });
    }

    @Test
    @Tag("G7")
    void tornApartAndAvailable() throws IOException {
        Story.of("registry-partition-available", """
                        The same, where each side is to go on: for a while there are two leaders. When they meet, both terms are
                        set aside, both leaders stop, and the lower name begins a new one above both.
                        Here because this is what AVAILABLE means, and what it does not promise.""")
                .in(settings ->
                        settings.withPeers(PeerRules.of(Quorum.available(3), RegistryTiming.DOCUMENTED_AVAILABLE)))
                .play(cluster -> {
                    cluster.advance(Duration.ofSeconds(8));
                    cutOffLeader(cluster);
                    cluster.advance(Duration.ofSeconds(12));
                    cluster.reunite();
                    cluster.advance(Duration.ofSeconds(12));
                });
    }

    @Test
    @Tag("G7")
    void tornApartAndARowDecides() throws IOException {
        twoAndARow("registry-partition-tie-break", """
                        Two members and a row in a database. Cut off from the other the leader asks the row before its time is
                        over, and goes on by it; the other asks in vain. Then the leader is killed, the row's promise runs out,
                        and the other leads by the row.
                        Here because two nodes are what most people have, and neither may go on by itself.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            String first = leader(cluster);
            cutOffLeader(cluster);
            cluster.advance(Duration.ofSeconds(10)).ledBy(first);
            cluster.kill(first);
            cluster.advance(Duration.ofSeconds(8)).ledBy(others(cluster, first).get(0));
        });
    }

    @Test
    @Tag("Z9")
    void transferToAnHeir() throws IOException {
        byMajority("registry-transfer", """
                        The leader names its heir, who has the first try though everybody hears the same word.
                        Here because operators want to say who is next.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(8));
            String leader = leader(cluster);
            String heir = others(cluster, leader).get(1);
            cluster.process(leader).election(ELECTION).transferTo(heir);
            cluster.advance(Duration.ofSeconds(3)).ledBy(heir);
        });
    }

    private static Story twoAndARow(String title, String why) {
        return Story.of(title, why)
                .in(settings ->
                        settings.withNodes(2).withPeers(PeerRules.of(Quorum.tieBreak(), RegistryTiming.DOCUMENTED)));
    }

    private static Story byMajority(String title, String why) {
        return Story.of(title, why)
                .in(settings -> settings.withPeers(PeerRules.of(Quorum.majorityOf(3), RegistryTiming.DOCUMENTED)));
    }

    private static void cutOffLeader(SimCluster cluster) {
        String leader = leader(cluster);
        cluster.tearApart(List.of(leader), others(cluster, leader));
    }

    private static String leader(SimCluster cluster) {
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private static List<String> others(SimCluster cluster, String leader) {
        return cluster.machines().stream()
                .map(machine -> machine.name())
                .filter(name -> !name.equals(leader))
                .toList();
    }
}
