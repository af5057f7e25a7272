package dev.primus.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTimeTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "1.5s,1500", "2m,120000", "1h,3600000", "3d,259200000", "0s,0", "7 s,7000"})
    void readsWhatPeopleWrite(String text, long millis) {
        assertThat(WrittenTime.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-5s", "10 seconds", "1e3s", "ten s", "1.s", "PT10S"})
    void refusesTheRestAndSaysWhatIsAllowed(String text) {
        assertThatThrownBy(() -> WrittenTime.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'" + text
                                + "' is not a length of time: allowed is a number with a unit, such as 500ms, 1.5s, 10s, 2m, 1h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999d", "999999999999h"})
    void refusesMoreThanCanBeCounted(String text) {
        assertThatThrownBy(() -> WrittenTime.parse(text)).isInstanceOf(ArithmeticException.class);
    }
}
