package dev.primus.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {
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
