package dev.primus.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.StoreTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoreClockTest {
    private static final Instant WALL = Instant.parse("2026-01-02T12:00:10Z");
    private static final StoreTime TEN_SECONDS_EARLIER =
            new StoreTime(TimeUnit.SECONDS.toMicros(WALL.getEpochSecond() - 10));

    @Test
    void tellsTheTimeOfDayFromAnUptime() {
        assertThat(StoreClock.isWallTime(TEN_SECONDS_EARLIER)).isTrue();
        assertThat(StoreClock.isWallTime(new StoreTime(TimeUnit.DAYS.toMicros(20 * 365))))
                .isFalse();
        assertThat(StoreClock.isWallTime(new StoreTime(-5))).isFalse();
    }

    @Test
    @DisplayName("the store is taken to have read its clock in the middle of the call")
    void offset() {
        long lasted = Duration.ofSeconds(4).toNanos();
        assertThat(StoreClock.offsetMicros(WALL, TEN_SECONDS_EARLIER, lasted)).isEqualTo(8_000_000);
    }
}
