package dev.primus.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseWatchTest {
    private static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest(name = "monotonic +{0} ms, wall +{1} ms, ticking {2}: {3} ms unnoticed")
    @DisplayName("a gap is noticed by a late turn, or by clocks that disagree")
    @CsvSource({
        "100, 100, true, 0",
        "1000, 1000, true, 0",
        "1001, 1001, true, 1001",
        "1001, 1001, false, 0",
        "100, 600, true, 0",
        "100, 601, true, 501",
        "100, 601, false, 501",
        "100, -3600000, true, 3600100",
        "5000, 5600, true, 5000",
        "2000, 62000, true, 60000",
    })
    void noticesGaps(long mono, long wall, boolean ticking, long unnoticed) {
        PauseWatch watch = new PauseWatch(Duration.ofSeconds(1), new MonoTime(0), WALL);

        Duration gap = watch.check(new MonoTime(mono * 1_000_000), WALL.plusMillis(wall), ticking);

        assertThat(gap).isEqualTo(Duration.ofMillis(unnoticed));
    }

    @ParameterizedTest
    @CsvSource("2000")
    void aGapIsToldOnce(long mono) {
        PauseWatch watch = new PauseWatch(Duration.ofSeconds(1), new MonoTime(0), WALL);
        watch.check(new MonoTime(mono * 1_000_000), WALL.plusMillis(mono), true);

        assertThat(watch.check(new MonoTime(mono * 1_000_000 + 1), WALL.plusMillis(mono), true))
                .isZero();
    }
}
