package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B11")
class BallotTimingOfTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void theDocumentedTimesAreTheirOwnProportions() {
        assertThat(BallotTiming.of(
                        SECOND.multipliedBy(15),
                        SECOND.multipliedBy(10),
                        SECOND.multipliedBy(5),
                        SECOND.multipliedBy(30)))
                .isEqualTo(BallotTiming.DOCUMENTED);
    }

    @Test
    void theDocumentedTimes() {
        assertThat(BallotTiming.DOCUMENTED.heartbeatTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(BallotTiming.DOCUMENTED.lease().renewEvery()).isEqualTo(Duration.ofMillis(7500));
        assertThat(BallotTiming.DOCUMENTED.discovery()).isEqualTo(Duration.ofSeconds(10));
        assertThat(BallotTiming.DOCUMENTED.backoff()).isEqualTo(Duration.ofSeconds(5));
        assertThat(BallotTiming.DOCUMENTED.election()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    @Tag("B8")
    void theWindowsAreTwiceTheDiscoveryAndThriceTheHeartbeatsTimeout() {
        BallotTiming timing = BallotTiming.of(SECOND, SECOND.multipliedBy(2), SECOND, SECOND);
        assertThat(timing.electionWindow()).isEqualTo(SECOND.multipliedBy(4));
        assertThat(timing.leaderWindow()).isEqualTo(SECOND.multipliedBy(3));
    }

    @ParameterizedTest
    @ValueSource(longs = {40, 100, 900, 1_000, 3_000, 15_000, 60_000, 86_400_000})
    void whateverTheHeartbeatsTimeoutTheTimesAreSafeTogether(long millis) {
        Duration timeout = Duration.ofMillis(millis);
        assertThat(BallotTiming.of(timeout, SECOND, SECOND, timeout).violations())
                .isEmpty();
    }

    @Test
    void anElectionMustLastForAnAnswer() {
        BallotTiming timing = BallotTiming.DOCUMENTED.withElection(Duration.ofMillis(200));
        assertThat(timing.violations()).containsExactly("election_timeout = 200 ms: allowed is 1000 ms and above");
    }
}
