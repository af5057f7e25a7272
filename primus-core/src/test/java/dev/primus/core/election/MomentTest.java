package dev.primus.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("All chance in a decision comes from the dice it was given")
class MomentTest {

    @ParameterizedTest(name = "dice {0}: {1} of 1000")
    @CsvSource({
        "0, 0",
        "9223372036854775807, 499", // the highest bit is not set
        "-9223372036854775808, 500",
        "4611686018427387904, 250",
        "-1, 999"
    })
    void theDicePickAShareOfASpan(long dice, long share) {
        assertThat(new Moment(new MonoTime(0), dice).upTo(Duration.ofNanos(1000)))
                .isEqualTo(Duration.ofNanos(share));
    }
}
