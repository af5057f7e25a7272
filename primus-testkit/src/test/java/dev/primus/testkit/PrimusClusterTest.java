package dev.primus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.testkit.sim.SimCluster;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How to test what a cluster does when its nodes fail: in virtual time, so a lease takes no time at all. */
@PrimusCluster(nodes = 3, seed = 7)
@Tag("Z3")
class PrimusClusterTest {
    @Test
    @Tag("L6")
    void anotherNodeTakesOverWhenTheLeaderDies(SimCluster cluster) {
        String first = cluster.settle().leaderOf("coordinator").orElseThrow();
        cluster.kill(first);
        assertThat(cluster.leaderOf("coordinator")).isEmpty();
        String second = cluster.settle().leaderOf("coordinator").orElseThrow();
        assertThat(second).isNotEqualTo(first);
        cluster.restart(first);
        cluster.advance(Duration.ofMinutes(5)).ledBy(second).oneLeaderAtMost();
    }

    @Test
    void aLeaderThatIsCutOffStopsLeadingByItself(SimCluster cluster) {
        String first = cluster.settle().leaderOf("coordinator").orElseThrow();
        cluster.cut(first);
        cluster.advance(Duration.ofSeconds(9));
        assertThat(cluster.leaderOf("coordinator")).isNotEqualTo(java.util.Optional.of(first));
        String second = cluster.settle().leaderOf("coordinator").orElseThrow();
        cluster.heal(first);
        cluster.advance(Duration.ofMinutes(1)).ledBy(second).oneLeaderAtMost();
    }

    @Test
    @PrimusCluster(nodes = 2, leaseMillis = 4000)
    void aLongPauseCostsLeadershipAndAShortOneDoesNot(SimCluster cluster) {
        String first = cluster.settle().leaderOf("coordinator").orElseThrow();
        cluster.pause(first, Duration.ofMillis(300));
        cluster.advance(Duration.ofSeconds(5)).ledBy(first);
        cluster.pause(first, Duration.ofSeconds(20));
        cluster.advance(Duration.ofSeconds(21));
        assertThat(cluster.leaderOf("coordinator")).isPresent().isNotEqualTo(java.util.Optional.of(first));
        cluster.oneLeaderAtMost();
    }

    @Test
    void aWallClockThatIsSetChangesNothing(SimCluster cluster) {
        String first = cluster.settle().leaderOf("coordinator").orElseThrow();
        cluster.skew(first, Duration.ofHours(-1));
        cluster.advance(Duration.ofMinutes(1)).ledBy(first);
    }

    @Test
    void aFailedAssertionNamesTheSeed(SimCluster cluster) {
        cluster.settle();
        assertThatThrownBy(() -> cluster.ledBy("nobody"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 7");
    }
}
