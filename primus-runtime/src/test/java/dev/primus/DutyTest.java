package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DutyTest {
    @Test
    void aPeriodIsAboveZero() {
        assertThatThrownBy(() -> Duty.every(Duration.ZERO, leadership -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pause = PT0S: allowed is above 0");
        assertThatThrownBy(() -> Duty.atRate(Duration.ofSeconds(-1), leadership -> {}))
                .hasMessage("period = PT-1S: allowed is above 0");
        assertThat(Duty.every(Duration.ofNanos(1), leadership -> {})).isNotNull();
    }
}
