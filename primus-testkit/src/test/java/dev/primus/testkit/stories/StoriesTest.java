package dev.primus.testkit.stories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.testkit.check.FencedRegister;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the engine does on days worth remembering. */
@Tag("Z3")
class StoriesTest {
    private static final String ELECTION = "coordinator";

    @Test
    @Tag("L6")
    void crashTakeover() throws IOException {
        Story.of("crash-takeover", """
                        The leader's process is killed. Nobody can know it before the lease has run out by the store's
                        clock; then one look and one bid are enough, and the token is higher.
                        Here because it is what the whole thing is for.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.kill(leader(cluster));
            cluster.advance(Duration.ofSeconds(12));
        });
    }

    @Test
    @Tag("Z9")
    void gracefulHandOver() throws IOException {
        Story.of("graceful-hand-over", """
                        The leader's node is closed. It gives the lease back, the store pushes a hint, and the next one
                        leads a few milliseconds later.
                        Here because planned stops are a thousand times more frequent than crashes.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.stop(leader(cluster));
            cluster.advance(Duration.ofSeconds(2));
        });
    }

    @Test
    @Tag("Z9")
    void transferToAnHeir() throws IOException {
        Story.of("transfer-to-an-heir", """
                        The leader names its heir. The others are told as well and refused: the heir has the first try.
                        Here because all candidates hear the same hint at the same time.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            String heir = other(cluster, leader(cluster));
            cluster.process(leader(cluster)).election(ELECTION).transferTo(heir);
            cluster.advance(Duration.ofSeconds(3)).ledBy(heir);
        });
    }

    @Test
    @Tag("Z9")
    void pausedElection() throws IOException {
        Story.of("paused-election", """
                        An operator pauses the election, then the leader is killed. The others see the lease run out and leave
                        it alone, until the election goes on.
                        Here because during a migration nobody should be surprised by a new leader.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.pauseElection(ELECTION);
            cluster.kill(leader(cluster));
            cluster.advance(Duration.ofSeconds(15));
            cluster.resumeElection(ELECTION);
            cluster.advance(Duration.ofSeconds(2));
        });
    }

    @Test
    @Tag("Z9")
    void theHeirIsDead() throws IOException {
        Story.of("heir-dead", """
                        The heir dies right after it was named, before anybody could notice. Its first try is bounded; after
                        that anybody may.
                        Here because a hand-over must not make an election wait for one node.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            String heir = other(cluster, leader(cluster));
            cluster.kill(heir);
            cluster.process(leader(cluster)).election(ELECTION).transferTo(heir);
            cluster.advance(Duration.ofSeconds(5));
        });
    }

    @Test
    void aLostReplyIsAdopted() throws IOException {
        Story.of("lost-reply-adopted", """
                        A bid wins, but its reply is lost. The node does not know, and does not guess; it looks again, finds
                        its own bid in the row, and makes it its own by a renewal that succeeds.
                        Here because "it probably worked" gives two leaders, and waiting for the orphan costs a lease.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            String first = leader(cluster);
            String second = other(cluster, first);
            String third = cluster.machines().stream()
                    .map(machine -> machine.name())
                    .filter(name -> !name.equals(first) && !name.equals(second))
                    .findFirst()
                    .orElseThrow();
            cluster.kill(third);
            cluster.kill(first);
            while (cluster.process(second).election(ELECTION).leader().isPresent()) {
                cluster.advance(Duration.ofNanos(10_000));
            }
            cluster.cut(second, Duration.ofMillis(100), true);
            cluster.advance(Duration.ofSeconds(5)).ledBy(second);
        });
    }

    @Test
    @Tag("L4")
    void theDatabaseIsAwayForAMinute() throws IOException {
        Story.of("database-away", """
                        The store refuses every connection for a minute. The leader goes on only as long as its duties still
                        have time to end before its deadline; nobody leads; then the first to ask takes over with a higher
                        token.
                        Here because the store will be restarted one day, and nobody should have to restart the nodes.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.store().goDown();
            cluster.advance(Duration.ofSeconds(60));
            cluster.store().comeUp();
            cluster.advance(Duration.ofSeconds(5));
        });
    }

    @Test
    @Tag("Z2")
    void aPauseBetweenCheckAndAct() throws IOException {
        Story.of("pause-between-check-and-act", """
                        The leader checks that it leads, is paused for half a minute, and then writes. No check can prevent
                        that; the fence refuses the write, since the successor's token has been there. Without a fence it
                        overwrites what the successor wrote.
                        Here because it is why every term has a token.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            String first = leader(cluster);
            cluster.writeLater(first, ELECTION, Duration.ofMillis(1));
            cluster.pause(first, Duration.ofSeconds(30));
            cluster.advance(Duration.ofSeconds(20));
            cluster.writeLater(leader(cluster), ELECTION, Duration.ofMillis(1));
            cluster.advance(Duration.ofSeconds(15));
            FencedRegister register = cluster.checks().register(ELECTION);
            assertThat(register.refused()).isEqualTo(1);
            assertThat(register.lostUpdates()).isEqualTo(1);
        });
    }

    @Test
    void aMachineIsSuspended() throws IOException {
        Story.of("suspend", """
                        The leader's laptop is closed for 3 seconds. Its monotonic clock stood still, so its deadline seems
                        further away than it is; the wall clock shows the gap, and until a renewal has confirmed the term
                        nothing is held.
                        Here because a pause of the machine cannot be seen by the clock that decides.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.suspend(leader(cluster), Duration.ofSeconds(3));
            cluster.advance(Duration.ofSeconds(6));
        });
    }

    @Test
    void theStoreIsRestoredFromABackup() throws IOException {
        Story.of("store-restored", """
                        The store forgets the last terms. Those who remember a higher one say so, wait until every lease that
                        could be about must be over, and go on above the highest number they have ever seen.
                        Here because a token that falls is worse than no leader for a while.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.store().backUp();
            for (int i = 0; i < 3; i++) {
                cluster.process(leader(cluster)).election(ELECTION).resign();
                cluster.advance(Duration.ofSeconds(3));
            }
            cluster.store().restore(false);
            cluster.advance(Duration.ofSeconds(30));
        });
    }

    @Test
    void anotherServerTakesOver() throws IOException {
        Story.of("failover-to-another-clock", """
                        The database fails over to a server whose clock is half a minute ahead. By that clock the lease is
                        long over, but it is not the clock that stamped it, so nobody takes it. The leader's next renewal is
                        refused: it stops and gives the lease back, and only then somebody else leads.
                        Here because "the store's clock" may be several.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.store().failOver(Duration.ofSeconds(30));
            cluster.advance(Duration.ofSeconds(25));
        });
    }

    @Test
    void aServerWhoseClockIsBehindTakesOver() throws IOException {
        Story.of("failover-to-a-clock-behind", """
                        The leader crashes, and the database fails over to a server whose clock is an hour behind. By that
                        clock the dead leader's lease runs for another hour. The standbys see the row stand still for a full
                        lease by their own clocks, and one of them takes over.
                        Here because a lease that another clock stamped must not outlive its leader by the clocks'
                        difference.""").play(cluster -> {
            cluster.advance(Duration.ofSeconds(5));
            cluster.kill(leader(cluster));
            cluster.store().failOver(Duration.ofHours(-1));
            cluster.advance(Duration.ofSeconds(25));
        });
    }

    @Test
    void withoutHints() throws IOException {
        Story.of("resign-without-hints", """
                        The store cannot push. Standbys ask once a second instead, and a release is noticed then.
                        Here because a lost hint may cost time, but never more than this.""")
                .in(settings -> settings.withHints(SimSettings.HintMode.NONE))
                .play(cluster -> {
                    cluster.advance(Duration.ofMillis(5400));
                    cluster.process(leader(cluster)).election(ELECTION).resign();
                    cluster.advance(Duration.ofSeconds(3));
                });
    }

    private static String leader(SimCluster cluster) {
        return cluster.leaderOf(ELECTION).orElseThrow();
    }

    private static String other(SimCluster cluster, String leader) {
        return cluster.machines().stream()
                .map(machine -> machine.name())
                .filter(name -> !name.equals(leader))
                .reduce((first, last) -> last)
                .orElseThrow();
    }
}
