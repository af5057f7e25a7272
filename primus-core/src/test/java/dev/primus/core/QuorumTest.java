package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How many must agree, and how long things may take among peers")
class QuorumTest {
    @Test
    @DisplayName("more than half of the configured members, whoever is there")
    void majority() {
        assertThat(Quorum.majorityOf(5).needed()).isEqualTo(3);
        assertThat(Quorum.majorityOf(4).needed()).isEqualTo(3);
        assertThat(Quorum.majorityOf(1).needed()).isEqualTo(1);
        Quorum named = Quorum.majorityOf(Set.of(new NodeName("a"), new NodeName("b"), new NodeName("c")));
        assertThat(named.counts(new NodeName("a"))).isTrue();
        assertThat(named.counts(new NodeName("x"))).isFalse();
        assertThat(named.violations()).isEmpty();
        assertThat(Quorum.available(2).violations()).isEmpty();
        assertThat(Quorum.available(2).isByPromise()).isFalse();
    }

    @Test
    @DisplayName("a quorum that two sides could have is refused, with what is allowed")
    void refused() {
        assertThat(Quorum.majorityOf(0).violations()).containsExactly("cluster_size = 0: allowed is 1 and above");
        assertThat(new Quorum(Availability.MAJORITY, 4, 2, Set.of()).violations())
                .containsExactly("quorum = 2: allowed is more than half of 4 members, and not more than all");
        assertThat(new Quorum(Availability.MAJORITY, 3, 4, Set.of()).violations())
                .containsExactly("quorum = 4: allowed is more than half of 3 members, and not more than all");
        assertThat(Quorum.majorityOf(2).violations())
                .singleElement()
                .asString()
                .startsWith("policy = majority: with two members neither could go on without the other; allowed is");
    }

    @Test
    @DisplayName("all presets are safe; silence outlasts a lease by any clock")
    void presets() {
        assertThat(RegistryTiming.DOCUMENTED.violations()).isEmpty();
        assertThat(RegistryTiming.DOCUMENTED_AVAILABLE.violations()).isEmpty();
        assertThat(RegistryTiming.FAST.violations()).isEmpty();
        assertThat(RegistryTiming.DOCUMENTED.silence())
                .isGreaterThan(RegistryTiming.DOCUMENTED.lease().lease());
    }

    @Test
    @DisplayName("times that are unsafe or useless are refused, each with its setting")
    void unsafeTimes() {
        RegistryTiming wrong = RegistryTiming.DOCUMENTED
                .withCheckEvery(Duration.ofMillis(5))
                .withTakeoverDelay(Duration.ofMillis(-1))
                .withSettle(Duration.ofMillis(-2));
        assertThat(wrong.violations())
                .containsExactly(
                        "election_interval = 5 ms: allowed is 10 ms and above",
                        "takeover_delay = -1 ms: allowed is 0 ms and above",
                        "settle = -2 ms: allowed is 0 ms and above");
        LeaseTiming lease = LeaseTiming.DEFAULT;
        LeaseTiming strict = new LeaseTiming(
                lease.lease(),
                lease.renewEvery(),
                lease.margin(),
                lease.drift(),
                lease.ioTimeout(),
                lease.drain(),
                true);
        assertThat(RegistryTiming.DOCUMENTED.withLease(strict).violations())
                .anyMatch(text -> text.startsWith("strict_clock = true: allowed is false"));
    }
}
