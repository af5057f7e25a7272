package dev.primus.server.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpansTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "1.5s,1500", "2m,120000", "1h,3600000", "3d,259200000", "0s,0", "7 s,7000"})
    void readsWhatPeopleWrite(String text, long millis) {
        assertThat(Spans.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "s", "-5s", "10 seconds", "1e3s", "ten s", "1.s", "PT10S"})
    void refusesTheRestAndSaysWhatIsAllowed(String text) {
        assertThatThrownBy(() -> Spans.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "'" + text
                                + "' is not a length of time: allowed is a number with a unit, such as 500ms, 1.5s, 10s, 2m, 1h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999d", "999999999999h"})
    void refusesMoreThanCanBeCounted(String text) {
        assertThatThrownBy(() -> Spans.parse(text)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0 ms",
        "8,8 ms",
        "999,999 ms",
        "1000,1.0 s",
        "7940,7.9 s",
        "9949,9.9 s",
        "9950,9 s",
        "12300,12 s",
        "119000,119 s",
        "120000,2 m",
        "7199000,119 m",
        "7200000,2 h",
        "259200000,3 d"
    })
    void writesShortly(long millis, String text) {
        assertThat(Spans.shortly(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"750,750 ms", "3000,3 s", "8911,8.911 s", "8910,8.91 s", "13000,13 s"})
    void writesExactly(long millis, String text) {
        assertThat(Spans.exactly(Duration.ofMillis(millis))).isEqualTo(text);
    }
}
