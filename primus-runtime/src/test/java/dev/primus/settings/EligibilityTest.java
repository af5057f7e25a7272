package dev.primus.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("G9")
class EligibilityTest {
    @ParameterizedTest
    @CsvSource({
        "core-elx, true",
        "core, true",
        "web-ng, true",
        "web, true",
        "poller-elx, false",
        "poller, false",
        "something-else, true",
        ", true",
    })
    void theTypeDecidesIfNothingElseDoes(String type, boolean eligible) {
        assertThat(Eligibility.of(null, type).eligible()).isEqualTo(eligible);
    }

    @Test
    void whatWasSaidWins() {
        assertThat(Eligibility.of(true, "poller").eligible()).isTrue();
        assertThat(Eligibility.of(false, "core")).isEqualTo(new Eligibility(false, "eligible = false"));
    }
}
