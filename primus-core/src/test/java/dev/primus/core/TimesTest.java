package dev.primus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Local time and store time are two things")
class TimesTest {
    private static final MonoTime FIVE = new MonoTime(5);
    private static final MonoTime NINE = new MonoTime(9);

    @ParameterizedTest(name = "{0} + {1} = {2}")
    @CsvSource({
        "5, 4, 9",
        "5, -4, 1",
        "5, -6, 0",
        "5, 0, 5",
        "9223372036854775800, 100, 9223372036854775807",
        "9223372036854775807, -100, 9223372036854775807"
    })
    void sumsStayBetweenTheOriginAndNever(long start, long span, long sum) {
        assertThat(new MonoTime(start).plusNanos(span)).isEqualTo(new MonoTime(sum));
        assertThat(new MonoTime(start).plus(Duration.ofNanos(span))).isEqualTo(new MonoTime(sum));
        assertThat(new MonoTime(start).minus(Duration.ofNanos(-span))).isEqualTo(new MonoTime(sum));
    }

    @Test
    void nothingIsBeforeTheOrigin() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MonoTime(-1))
                .withMessage("monotonic time -1 is before its origin");
    }

    @Test
    void timesAreOrdered() {
        assertThat(FIVE).isLessThan(NINE).isLessThan(MonoTime.NEVER);
        assertThat(FIVE.isBefore(NINE)).isTrue();
        assertThat(FIVE.isBefore(FIVE)).isFalse();
        assertThat(NINE.nanosSince(FIVE)).isEqualTo(4);
        assertThat(MonoTime.earlier(FIVE, NINE)).isEqualTo(FIVE).isEqualTo(MonoTime.earlier(NINE, FIVE));
        assertThat(MonoTime.later(FIVE, NINE)).isEqualTo(NINE).isEqualTo(MonoTime.later(NINE, FIVE));
    }

    @ParameterizedTest(name = "from {0} us to {1} us: {2} ns")
    @CsvSource({"1000, 1002, 2000", "1002, 1000, -2000", "7, 7, 0"})
    void onlyDifferencesOfStoreTimeMeanAnything(long earlier, long later, long nanos) {
        assertThat(new StoreTime(later).nanosSince(new StoreTime(earlier))).isEqualTo(nanos);
    }
}
