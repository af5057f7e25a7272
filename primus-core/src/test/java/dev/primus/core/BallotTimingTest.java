package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("The times of a ballot")
class BallotTimingTest {

    @Test
    @Tag("B4")
    @DisplayName(
            "as documented: discovery 10 s and 5 s, election 30 s, heartbeat timeout 15 s, a heartbeat at half of it")
    void documented() {
        BallotTiming timing = BallotTiming.DOCUMENTED;

        assertThat(timing.discovery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.backoff()).isEqualTo(Duration.ofSeconds(5));
        assertThat(timing.election()).isEqualTo(Duration.ofSeconds(30));
        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(timing.lease().renewEvery()).isEqualTo(Duration.ofMillis(7500));
        assertThat(timing.lease().margin()).isEqualTo(Duration.ofMillis(750));
        assertThat(timing.checkEvery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.violations()).isEmpty();
    }

    @Test
    @DisplayName("fast: heartbeats every 450 ms are good for 900 ms, less a margin of 45 ms")
    void fast() {
        BallotTiming timing = BallotTiming.FAST;

        assertThat(timing.heartbeatTimeout()).isEqualTo(Duration.ofMillis(900));
        assertThat(timing.lease().renewEvery()).isEqualTo(Duration.ofMillis(450));
        assertThat(timing.lease().margin()).isEqualTo(Duration.ofMillis(45));
        assertThat(timing.discovery()).isEqualTo(Duration.ofMillis(200));
        assertThat(timing.backoff()).isEqualTo(Duration.ofMillis(100));
        assertThat(timing.election()).isEqualTo(Duration.ofMillis(400));
        assertThat(timing.candidacyWindow()).isEqualTo(Duration.ofMillis(200));
        assertThat(timing.repeatAfter()).isEqualTo(Duration.ofMillis(20));
        assertThat(timing.checkEvery()).isEqualTo(Duration.ofSeconds(5));
        assertThat(timing.violations()).isEmpty();
    }

    @Test
    @Tag("B8")
    @DisplayName("the windows follow from the other times: twice the discovery, three heartbeat timeouts")
    void windows() {
        assertThat(BallotTiming.DOCUMENTED.electionWindow()).isEqualTo(Duration.ofSeconds(20));
        assertThat(BallotTiming.DOCUMENTED.leaderWindow()).isEqualTo(Duration.ofSeconds(45));
        assertThat(BallotTiming.FAST.electionWindow()).isEqualTo(Duration.ofMillis(400));
        assertThat(BallotTiming.FAST.leaderWindow()).isEqualTo(Duration.ofMillis(2700));
    }

    @Test
    @DisplayName("Vote6 silence after a start is a heartbeat timeout by the slowest clock, E(1 + rho)")
    void silence() {
        assertThat(BallotTiming.FAST.silence()).isEqualTo(Duration.ofMillis(909));
        assertThat(BallotTiming.DOCUMENTED.silence()).isEqualTo(Duration.ofMillis(15_150));
    }

    @Test
    @DisplayName("Vote7 a leader holds on for less than its followers do, (E - g)/(1 + rho)")
    void reign() {
        Duration reign = BallotTiming.FAST.lease().reign();

        assertThat(reign.plus(BallotTiming.FAST.lease().margin())).isLessThan(BallotTiming.FAST.heartbeatTimeout());
        assertThat(reign.toMillis()).isEqualTo(846);
    }

    @Test
    @Tag("B8")
    @DisplayName("what cannot be is named with the setting, its value and what is allowed")
    void violations() {
        BallotTiming fast = BallotTiming.FAST;
        Duration odd = Duration.ofMillis(-1);

        assertThat(fast.withDiscovery(Duration.ofMillis(9)).violations())
                .containsExactly("discovery_timeout = 9 ms: allowed is 10 ms and above");
        assertThat(fast.withBackoff(Duration.ZERO).violations())
                .containsExactly("discovery_backoff = 0 ms: allowed is 10 ms and above");
        assertThat(fast.withElection(Duration.ofMillis(99)).violations())
                .containsExactly("election_timeout = 99 ms: allowed is 100 ms and above");
        assertThat(fast.withElectionWindow(odd).violations())
                .containsExactly("election_min_term = -1 ms: allowed is 0 ms and above");
        assertThat(fast.withLeaderWindow(odd).violations())
                .containsExactly("leader_min_term = -1 ms: allowed is 0 ms and above");
        assertThat(fast.withLease(fast.lease().withStrictClock(true)).violations())
                .containsExactly("strict_clock = true: allowed is false, members judge by their own clocks only");
        assertThat(fast.withLease(fast.lease().withDrain(Duration.ofSeconds(1))).violations())
                .singleElement()
                .asString()
                .contains("lower renewEvery (450 ms)", "drain (1 s)");
    }
}
