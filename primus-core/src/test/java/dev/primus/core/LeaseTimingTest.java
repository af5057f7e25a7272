package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The times of a lease are only safe together")
class LeaseTimingTest {

    @Test
    @Tag("L3")
    @DisplayName("the default: 10 s, renewed every 2.5 s, 7.75 s busy of 8.91 s")
    void theDefaultIsSafe() {
        assertThat(LeaseTiming.DEFAULT)
                .isEqualTo(new LeaseTiming(
                        Duration.ofSeconds(10),
                        Duration.ofMillis(2500),
                        Duration.ofSeconds(1),
                        0.01,
                        Duration.ofMillis(1500),
                        Duration.ofSeconds(2),
                        false));
        assertThat(LeaseTiming.DEFAULT.violations()).isEmpty();
        assertThat(LeaseTiming.DEFAULT.orThrow()).isSameAs(LeaseTiming.DEFAULT);
    }

    @ParameterizedTest(name = "{0} ms")
    @ValueSource(longs = {40, 50, 80, 1_000, 10_000, 60_000, 86_400_000})
    @DisplayName("its proportions are safe from tens of milliseconds to a day")
    void theProportionsAreSafe(long millis) {
        assertThat(LeaseTiming.of(Duration.ofMillis(millis)).violations()).isEmpty();
    }

    @Test
    @DisplayName("C6 the reign is (T - g)/(1 + rho), the watch T (1 + rho) + g")
    void theNumbers() {
        LeaseTiming timing = LeaseTiming.DEFAULT;

        assertThat(timing.reign()).isEqualTo(Duration.ofNanos(8_910_891_089L));
        assertThat(timing.observation(Duration.ofSeconds(10))).isEqualTo(Duration.ofMillis(11_100));
        assertThat(timing.observation(Duration.ofSeconds(60))).isEqualTo(Duration.ofMillis(61_600));
        assertThat(timing.heirWindow()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(timing.retryAfter()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    @Tag("L6")
    @DisplayName("a crash is replaced within the lease and a few store timeouts")
    void theWorstTakeoverIsStated() {
        assertThat(LeaseTiming.DEFAULT.worstTakeover())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(13))
                .isLessThan(Duration.ofSeconds(15));
    }

    @Test
    @DisplayName("C4 a leader's reign ends before its watcher's patience, even by clocks that differ by rho")
    void reignAndObservationLeaveAGap() {
        for (double drift : new double[] {0, 0.01, 0.1, 0.5}) {
            LeaseTiming timing = LeaseTiming.DEFAULT.withDrift(drift);
            double longestReign = timing.reign().toNanos() * (1 + drift);
            double shortestWatch = timing.observation(timing.lease()).toNanos() / (1 + drift);
            assertThat(longestReign)
                    .as("drift %s", drift)
                    .isLessThanOrEqualTo(timing.lease().minus(timing.margin()).toNanos())
                    .isLessThan(shortestWatch);
        }
    }

    @ParameterizedTest(name = "lease {0}, renew {1}, margin {2}, drift {3}, io {4}, drain {5}: {6}")
    @CsvSource(delimiter = '|', textBlock = """
            # lease | renew | margin | drift | io   | drain | busy <= reign
            10000   | 2500  | 1000   | 0.01  | 1500 | 2000  | true
            10000   | 2500  | 1000   | 0.01  | 1500 | 3160  | true
            10000   | 2500  | 1000   | 0.01  | 1500 | 3161  | false
            10000   | 2500  | 1000   | 0.01  | 2500 | 2000  | false
            10000   | 2500  | 1000   | 0.01  | 2080 | 2000  | true
            10000   | 2500  | 1000   | 0.01  | 2081 | 2000  | false
            10000   | 3555  | 1000   | 0.01  | 1500 | 2000  | true
            10000   | 3556  | 1000   | 0.01  | 1500 | 2000  | false
            10000   | 2500  | 2100   | 0.01  | 1500 | 2000  | true
            10000   | 2500  | 2200   | 0.01  | 1500 | 2000  | false
            10000   | 2500  | 1000   | 0.16  | 1500 | 2000  | true
            10000   | 2500  | 1000   | 0.17  | 1500 | 2000  | false
            60000   | 2500  | 6000   | 0.01  | 1500 | 30000 | true
            10000   | 2500  | 20000  | 0.01  | 1500 | 2000  | false
            """)
    void renewingStoppingAndAskingMustFitIntoTheReign(
            long lease, long renew, long margin, double drift, long io, long drain, boolean safe) {
        LeaseTiming timing = new LeaseTiming(
                Duration.ofMillis(lease),
                Duration.ofMillis(renew),
                Duration.ofMillis(margin),
                drift,
                Duration.ofMillis(io),
                Duration.ofMillis(drain),
                false);

        assertThat(timing.violations().isEmpty()).isEqualTo(safe);
    }

    @ParameterizedTest(name = "lease {0} ms, margin {1} ms: {2}")
    @CsvSource({"10000, 677, true", "10000, 676, false", "60000, 4062, true", "60000, 1000, false", "40, 1, false"})
    @DisplayName("the margin scales with the lease: a time daemon may slew the store's clock by 1/12")
    void theMarginMustScale(long lease, long margin, boolean safe) {
        LeaseTiming timing = LeaseTiming.of(Duration.ofMillis(lease)).withMargin(Duration.ofMillis(margin));

        assertThat(timing.violations().isEmpty()).isEqualTo(safe);
    }

    static List<Arguments> violations() {
        return List.of(
                violation(t -> LeaseTiming.of(Duration.ofMillis(39)), "lease = 39 ms: allowed is 40 ms to 86400 s"),
                violation(t -> LeaseTiming.of(Duration.ofHours(25)), "lease = 90000 s: allowed is 40 ms to 86400 s"),
                violation(t -> t.withRenewEvery(Duration.ZERO), "renewEvery = 0 s: allowed is above 0"),
                violation(t -> t.withMargin(Duration.ofMillis(-5)), "margin = -5 ms: allowed is above 0"),
                violation(t -> t.withIoTimeout(Duration.ZERO), "ioTimeout = 0 s: allowed is above 0"),
                violation(t -> t.withDrain(Duration.ofMillis(-1)), "drain = -1 ms: allowed is 0 and above"),
                violation(t -> t.withDrift(-0.1), "drift = -0.1: allowed is 0 to 0.5"),
                violation(t -> t.withDrift(0.51), "drift = 0.51: allowed is 0 to 0.5"),
                violation(t -> t.withDrift(Double.NaN), "drift = NaN: allowed is 0 to 0.5"),
                violation(
                        t -> t.withMargin(Duration.ofMillis(100)),
                        "margin = 100 ms: too small for a lease of 10 s, a time daemon may slew the store's clock by"
                                + " 1/12; (lease - margin)/(1 + drift) = 9.801 s must be at most 9.23 s"),
                violation(
                        t -> t.withDrain(Duration.ofSeconds(30)),
                        "renewEvery * 1.1 + 2 * ioTimeout + drain = 35.75 s must be at most (lease - margin)/(1 +"
                                + " drift) = 8.91 s: raise lease (10 s), or lower renewEvery (2.5 s), ioTimeout"
                                + " (1.5 s) or drain (30 s)"));
    }

    private static Arguments violation(UnaryOperator<LeaseTiming> change, String text) {
        return Arguments.of(change.apply(LeaseTiming.DEFAULT), text);
    }

    @ParameterizedTest
    @MethodSource("violations")
    @Tag("Z7")
    @DisplayName("a violation names the setting, its value and what is allowed")
    void eachViolationExplainsItself(LeaseTiming timing, String text) {
        assertThat(timing.violations()).containsExactly(text);
        assertThatIllegalArgumentException().isThrownBy(timing::orThrow).withMessage("unsafe lease timing: " + text);
    }

    @Test
    void allViolationsAreToldAtOnce() {
        LeaseTiming timing = LeaseTiming.DEFAULT.withDrift(2).withIoTimeout(Duration.ZERO);

        assertThatIllegalArgumentException()
                .isThrownBy(timing::orThrow)
                .withMessage(
                        "unsafe lease timing: ioTimeout = 0 s: allowed is above 0; drift = 2.0: allowed is 0 to 0.5");
    }

    @Test
    void noDrainAtAllIsAllowed() {
        assertThat(LeaseTiming.DEFAULT.withDrain(Duration.ZERO).violations()).isEmpty();
    }

    @Test
    void theStrictClockIsAChoice() {
        assertThat(LeaseTiming.DEFAULT.strictClock()).isFalse();
        assertThat(LeaseTiming.DEFAULT.withStrictClock(true).strictClock()).isTrue();
    }
}
